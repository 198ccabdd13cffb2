#include "zone.hpp"

#include "base/digest.hpp"
#include "base/hash.hpp"
#include "base/process.hpp"

namespace gate {

namespace {

constexpr size_t slot_count = 256;

struct alignas(64) Slot {
    std::atomic<uint64_t>  owner;  // process_mark(); 0: free
    Figures                figures;
};

// What guardrails have found, by name: a reload may bring other guardrails.
struct HitRow {
    std::atomic<uint64_t>  key;  // hash of guardrail, filter, action; 0: free
    std::atomic<uint64_t>  count;
};

constexpr size_t hit_rows = 8192;
constexpr size_t hit_probes = 64;

struct Header {
    uint64_t  seed;  // of the hash of callers
    uint64_t  records_offset;  // from the header
    uint64_t  records_size;
    Slot      slots[slot_count];
    HitRow    hits[hit_rows];
};

ngx_shm_zone_t* zone_of_this_process;
Slot* own_slot;
Figures unread;

Header* header(ngx_shm_zone_t* zone) noexcept
{
    return zone != nullptr ? static_cast<Header*>(zone->data) : nullptr;
}

ngx_slab_pool_t* slab(ngx_shm_zone_t* zone) noexcept
{
    return reinterpret_cast<ngx_slab_pool_t*>(zone->shm.addr);
}

limit::RateTable rate_table(ngx_shm_zone_t* zone) noexcept
{
    Header* head = header(zone);
    return {reinterpret_cast<u_char*>(head) + head->records_offset,
            head->records_size};
}

// Makes the header and gives the rest of the zone to the rate records.
Header* lay_out(ngx_slab_pool_t* pool) noexcept
{
    auto* head = static_cast<Header*>(ngx_slab_calloc(pool, sizeof(Header)));
    if (head == nullptr || pool->pfree < 2) {
        return nullptr;
    }

    head->records_size = (pool->pfree - 1) * ngx_pagesize;
    // fresh shared memory is zero; clearing it would touch every page
    auto* records = static_cast<u_char*>(
        ngx_slab_alloc(pool, head->records_size));
    uint8_t seed[8];
    if (records == nullptr || !random_bytes(seed, sizeof seed)) {
        return nullptr;
    }

    head->records_offset = static_cast<uint64_t>(
        records - reinterpret_cast<u_char*>(head));
    ngx_memcpy(&head->seed, seed, sizeof seed);
    pool->data = head;
    return head;
}

ngx_int_t on_zone(ngx_shm_zone_t* zone, void* earlier) noexcept
{
    if (earlier != nullptr) {
        zone->data = earlier;  // a reload goes on with what there is
        return NGX_OK;
    }

    // a new master has a zone of its own: there is no other layout in it
    zone->data = lay_out(slab(zone));
    return zone->data != nullptr ? NGX_OK : NGX_ERROR;
}

// A dead worker's totals stay, its gauge does not.
void settle(Slot& slot) noexcept
{
    slot.figures.counters[static_cast<size_t>(Counter::streams_active)] = 0;
}

class ZoneLock final : public limit::Lock {
public:
    explicit ZoneLock(ngx_shm_zone_t* zone) noexcept : zone_(zone) {}
    void lock() noexcept override { ngx_shmtx_lock(&slab(zone_)->mutex); }
    void unlock() noexcept override { ngx_shmtx_unlock(&slab(zone_)->mutex); }

private:
    ngx_shm_zone_t*  zone_;
};

enum class HitUse : uint8_t { read, count };

// The row of this hash; claims a free one to count in.
HitRow* find_row(uint64_t key, HitUse use) noexcept
{
    HitRow* rows = header(zone_of_this_process)->hits;

    for (size_t i = 0; i < hit_probes; i++) {
        HitRow& row = rows[(key + i) % hit_rows];
        uint64_t found = row.key.load(std::memory_order_relaxed);

        if (found == 0 && use == HitUse::count
            && row.key.compare_exchange_strong(found, key))
        {
            return &row;
        }
        if (found == key) {
            return &row;
        }
        if (found == 0) {
            return nullptr;
        }
    }
    return nullptr;
}

uint64_t hit_key(std::string_view guardrail, std::string_view filter,
    guard::Action action) noexcept
{
    uint64_t seed = header(zone_of_this_process)->seed;
    uint64_t hash = hash_bytes(seed + static_cast<uint64_t>(action), filter);
    return hash_bytes(hash, guardrail) | 1;
}

}  // namespace

Figures& figures() noexcept
{
    return own_slot != nullptr ? own_slot->figures : unread;
}

ngx_int_t add_zone(ngx_conf_t* cf, MainConf* main) noexcept
{
    ngx_str_t name = ngx_string("gate");

    main->zone = ngx_shared_memory_add(cf, &name, main->zone_size,
                                       &ngx_http_gate_module);
    if (main->zone == nullptr) {
        return NGX_ERROR;
    }
    main->zone->init = on_zone;
    return NGX_OK;
}

void join_zone(ngx_cycle_t* cycle) noexcept
{
    auto* main = static_cast<MainConf*>(
        ngx_http_cycle_get_module_main_conf(cycle, ngx_http_gate_module));
    if (main == nullptr || main->zone == nullptr) {
        return;
    }
    zone_of_this_process = main->zone;

    uint64_t own = process_mark(ngx_pid);
    for (Slot& slot : header(main->zone)->slots) {
        uint64_t owner = slot.owner.load();

        if (!is_running(owner)
            && slot.owner.compare_exchange_strong(owner, own))
        {
            own_slot = &slot;
            settle(slot);
            return;
        }
    }
    ngx_log_error(NGX_LOG_ERR, cycle->log, 0,
                  "gate: more workers than slots; this one is not counted");
}

void leave_zone() noexcept
{
    if (own_slot != nullptr) {
        settle(*own_slot);
        own_slot->owner.store(0);
        own_slot = nullptr;
    }
}

limit::Permit take_permit(std::string_view identity, const LocConf& conf)
    noexcept
{
    if (zone_of_this_process == nullptr) {
        return {false, 1000};
    }

    // locations with different limits count apart
    uint64_t seed = header(zone_of_this_process)->seed
                    ^ conf.rate * 0x9e3779b97f4a7c15ULL ^ conf.rate_window;
    uint64_t caller = hash_bytes(seed, identity) | 1;
    limit::Rate rate{static_cast<uint32_t>(conf.rate),
                     static_cast<uint32_t>(conf.rate_window)};
    ZoneLock lock(zone_of_this_process);

    return rate_table(zone_of_this_process)
        .take(caller, ngx_current_msec, rate, lock);
}

void count_hit(std::string_view guardrail, std::string_view filter,
    guard::Action action, uint64_t n) noexcept
{
    HitRow* row = zone_of_this_process == nullptr ? nullptr
        : find_row(hit_key(guardrail, filter, action), HitUse::count);

    if (row != nullptr) {
        row->count.fetch_add(n, std::memory_order_relaxed);
    } else {
        count(Counter::hits_lost, n);
    }
}

uint64_t total_hits(std::string_view guardrail, std::string_view filter,
    guard::Action action) noexcept
{
    HitRow* row = zone_of_this_process == nullptr ? nullptr
        : find_row(hit_key(guardrail, filter, action), HitUse::read);
    return row == nullptr ? 0 : row->count.load(std::memory_order_relaxed);
}

size_t counted_workers() noexcept
{
    size_t count = 0;

    if (zone_of_this_process != nullptr) {
        for (Slot& slot : header(zone_of_this_process)->slots) {
            count += is_running(slot.owner.load());
        }
    }
    return count;
}

Figures total_figures() noexcept
{
    Figures total{};
    if (zone_of_this_process == nullptr) {
        return total;
    }

    constexpr auto active = static_cast<size_t>(Counter::streams_active);

    for (Slot& slot : header(zone_of_this_process)->slots) {
        const Figures& f = slot.figures;
        bool is_live = is_running(slot.owner.load());

        for (size_t i = 0; i < std::size(f.counters); i++) {
            total.counters[i] += i == active && !is_live ? 0 : f.counters[i];
        }
        for (size_t i = 0; i < std::size(f.refused); i++) {
            total.refused[i] += f.refused[i];
        }
        for (size_t i = 0; i < std::size(f.outcomes); i++) {
            total.outcomes[i] += f.outcomes[i];
        }
    }
    return total;
}

}  // namespace gate

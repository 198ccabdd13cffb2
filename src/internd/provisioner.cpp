#include "internd/daemon.hpp"

#include <algorithm>
#include <utility>

namespace gate::internd {

namespace {

constexpr const char* provision_steps[] = {
    "Reserving a machine", "Restoring the workspace", "Starting the daemon",
    "Checking its health",
};
constexpr int total_steps = 4;

Provisioner::Reply refuse(int status, const char* reason, const char* message)
{
    return {status, Json{{"error",
                          {{"code", status}, {"message", message},
                           {"metadata",
                            {{"reason", reason}, {"retryable", false}}}}}}};
}

// The rest of the line `!provision WORD ...` of an intern's instructions.
std::optional<std::string> scripted(const std::string& instructions,
                                    const std::string& word)
{
    auto line = "\n!provision " + word;
    auto text = "\n" + instructions + "\n";
    auto at = text.find(line);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    at = text.find_first_not_of(' ', at + line.size());
    return text.substr(at, text.find('\n', at) - at);
}

void take_text(const Json& body, const char* member, std::string* text)
{
    if (body.contains(member)) {
        *text = body[member].is_string() ? body[member].get<std::string>() : "";
    }
}

}  // namespace

Provisioner::Reply Provisioner::put(const std::string& id, const Json& body)
{
    if (!body.is_object()) {
        return refuse(400, "invalid_body", "The body is not a JSON object");
    }

    Lock lock(mutex_);
    find(id);
    auto found = interns_.try_emplace(id).first;
    auto& intern = found->second;
    if (intern.destroying) {
        return refuse(409, "intern_busy", "The intern is being destroyed");
    }

    take_text(body, "name", &intern.name);
    take_text(body, "instructions", &intern.instructions);
    // again while it starts or runs: nothing to do
    if (body.value("start", Json(true)) == true && !intern.starting
        && intern.settled != "running") {
        intern.starting = std::chrono::steady_clock::now();
        intern.failure = nullptr;
    }
    return describe(202, found);
}

Provisioner::Reply Provisioner::suspend(const std::string& id)
{
    Lock lock(mutex_);
    auto found = find(id);
    if (found != interns_.end()) {
        auto& intern = found->second;
        if (intern.starting || intern.destroying
            || (intern.settled != "running" && intern.settled != "stopped")) {
            return refuse(409, "intern_busy", "The intern is not running");
        }
        intern.settled = "stopped";
    }
    return describe(200, found);
}

Provisioner::Reply Provisioner::remove(const std::string& id)
{
    Lock lock(mutex_);
    auto found = find(id);
    if (found != interns_.end() && !found->second.destroying) {
        found->second.starting.reset();
        found->second.destroying = std::chrono::steady_clock::now();
    }
    return describe(202, found);
}

std::optional<std::string> Provisioner::instructions(const std::string& id)
{
    Lock lock(mutex_);
    auto found = find(id);
    if (found == interns_.end()) {
        return "";
    }
    const auto& intern = found->second;
    if (intern.settled != "running" || intern.starting || intern.destroying) {
        return std::nullopt;
    }
    return intern.instructions;
}

Provisioner::Interns::iterator Provisioner::find(const std::string& id)
{
    auto now = std::chrono::steady_clock::now();
    auto found = interns_.find(id);
    if (found == interns_.end()) {
        return found;
    }

    auto& intern = found->second;
    if (intern.destroying
        && now - *intern.destroying >= settings_.provision_time) {
        auto failure = scripted(intern.instructions, "destroy-fail");
        if (!failure) {
            interns_.erase(found);
            return interns_.end();
        }
        intern.destroying.reset();
        intern.settled = "destroy_failed";
        intern.failure = *failure;
    }
    if (intern.starting && now - *intern.starting >= settings_.provision_time) {
        intern.starting.reset();
        auto failure = scripted(intern.instructions, "fail");
        if (failure) {
            intern.settled = "failed";
            intern.failure = *failure;
            return found;
        }
        intern.settled = scripted(intern.instructions, "await")
                             ? "awaiting_chat_install"
                             : "running";
        intern.hostname = (intern.name.empty() ? "intern" : intern.name) + "-"
                          + id.substr(0, 8) + "." + settings_.domain;
    }
    return found;
}

Provisioner::Reply Provisioner::describe(int status,
                                         Interns::iterator found) const
{
    if (found == interns_.end()) {
        return refuse(404, "not_found", "No intern with this id");
    }

    const auto& [id, intern] = *found;
    std::string word = intern.destroying ? "destroying" : intern.settled;
    Json progress = nullptr;

    if (intern.starting) {
        // a fifth of the time in the queue, a fifth for each step
        auto passed = std::chrono::steady_clock::now() - *intern.starting;
        int step = static_cast<int>(passed * (total_steps + 1)
                                    / settings_.provision_time);
        step = std::min(step, total_steps);
        word = step == 0 ? "queued" : "provisioning";
        if (step > 0) {
            progress = {{"step_label", provision_steps[step - 1]},
                        {"step_number", step},
                        {"total_steps", total_steps}};
        }
    }

    Json upstream = intern.hostname.is_null()
                        ? Json()
                        : Json(own_address_ + "/interns/" + id);
    return {status, {{"status", word}, {"hostname", intern.hostname},
                     {"upstream", upstream}, {"progress", progress},
                     {"last_failure_message", intern.failure}}};
}

}  // namespace gate::internd

#include "internd/connection.hpp"

#include <algorithm>
#include <utility>

namespace gate::internd {

namespace {

constexpr size_t max_body_bytes = 4 << 20;
constexpr Millis idle_limit{75 * 1000};
// only what the Keep-Alive header says: requests are not counted
constexpr size_t max_requests_told = 1000;

// The connection this thread serves: httplib hands a handler no way to it.
thread_local Connection* current = nullptr;

void answer(httplib::Response& response, int status, const Json& body)
{
    response.status = status;
    response.set_content(to_text(body), "application/json");
}

void answer(httplib::Response& response, const Failure& failure)
{
    answer(response, failure.code, error_body(failure));
    if (failure.reason == "busy" || failure.reason == "rate_limited") {
        response.set_header("Retry-After", "1");
    }
}

bool ends_with(std::string_view text, std::string_view end)
{
    return text.size() >= end.size()
           && text.substr(text.size() - end.size()) == end;
}

}  // namespace

bool Log::open(const std::string& path)
{
    if (path == "-") {
        file_ = stderr;
    } else if (!path.empty()) {
        file_ = std::fopen(path.c_str(), "ae");
    }
    return path.empty() || file_ != nullptr;
}

Log::~Log()
{
    if (file_ != nullptr && file_ != stderr) {
        std::fclose(file_);
    }
}

void Log::line(const std::string& text)
{
    if (file_ == nullptr) {
        return;
    }

    auto now = std::chrono::system_clock::now();
    auto seconds = std::chrono::system_clock::to_time_t(now);
    auto ms = std::chrono::duration_cast<Millis>(now.time_since_epoch());
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    char time[32];
    std::strftime(time, sizeof(time), "%Y-%m-%dT%H:%M:%S", &utc);

    std::string clean;
    for (char c : text) {
        clean += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    }

    std::unique_lock<std::mutex> lock(mutex_);
    std::fprintf(file_, "%s.%03dZ %s\n", time,
                 static_cast<int>(ms.count() % 1000), clean.c_str());
    std::fflush(file_);
}

class HttpServer : public httplib::Server {
public:
    HttpServer(const Settings& settings, Sessions& sessions, Log& log)
        : settings_(settings), sessions_(sessions), log_(log) {}

    std::optional<int> bind();
    void serve(Provisioner& provisioner);
    bool stop_all();

private:
    bool process_and_close_socket(socket_t fd) override;
    void route(const httplib::Request& request, httplib::Response& response);
    void chat(const httplib::Request& request, httplib::Response& response);
    bool provision(const httplib::Request& request,
                   httplib::Response& response);
    bool inspect(const httplib::Request& request, httplib::Response& response);

    const Settings&    settings_;
    Sessions&          sessions_;
    Log&               log_;
    Provisioner*       provisioner_ = nullptr;
    std::atomic<bool>  stopping_{false};
    std::atomic<bool>  served_{false};
};

std::optional<int> HttpServer::bind()
{
    set_socket_options([](socket_t fd) {
        // httplib's default lets a second daemon share the port unnoticed
        int on = 1;
        ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    });

    int port = settings_.port;
    if (port == 0) {
        port = bind_to_any_port(settings_.host);
    } else if (!bind_to_port(settings_.host, port)) {
        port = -1;
    }
    if (port <= 0) {
        return std::nullopt;
    }
    // httplib's backlog of 5 makes the sixth client wait for a second
    ::listen(svr_sock_, SOMAXCONN);
    return port;
}

void HttpServer::serve(Provisioner& provisioner)
{
    provisioner_ = &provisioner;
    new_task_queue = [] { return new ThreadPerConnection; };
    set_payload_max_length(max_body_bytes);
    set_keep_alive_timeout(idle_limit.count() / 1000);
    set_keep_alive_max_count(max_requests_told);

    auto handler = [this](const httplib::Request& request,
                          httplib::Response& response) {
        route(request, response);
    };
    Get(R"([\s\S]*)", handler);
    Put(R"([\s\S]*)", handler);
    Post(R"([\s\S]*)", handler);
    Delete(R"([\s\S]*)", handler);

    set_error_handler([](const httplib::Request&, httplib::Response& response) {
        if (response.body.empty()) {
            auto reason = response.status == 413 ? "payload_too_large"
                          : response.status == 404 ? "not_found"
                                                   : "bad_request";
            answer(response, Failure{response.status, reason,
                                     "The request cannot be served"});
        }
    });
    set_exception_handler([this](const httplib::Request&,
                                 httplib::Response& response,
                                 std::exception_ptr) {
        log_.line("a handler failed");
        answer(response,
               Failure{500, "internal_error", "The intern failed"});
    });
    set_logger([this](const auto& request, const auto& response) {
        log_.line(request.method + " " + request.path + " "
                  + std::to_string(response.status) + " request="
                  + request.get_header_value("X-Request-Id"));
    });
    listen_after_bind();
    served_ = true;
}

bool HttpServer::stop_all()
{
    // httplib's stop() does nothing to a server that is about to begin
    while (!is_running() && !served_) {
        std::this_thread::sleep_for(Millis{1});
    }
    bool was_serving = !served_;
    stopping_ = true;
    stop();
    return was_serving;
}

bool HttpServer::process_and_close_socket(socket_t fd)
{
    Connection connection(fd, stopping_);
    current = &connection;
    bool closed = false;

    while (!closed && connection.await_request(idle_limit)) {
        auto no_ranges = [](httplib::Request& request) {
            request.ranges.clear();
        };
        if (!process_request(connection, false, closed, no_ranges)) {
            break;
        }
    }
    current = nullptr;
    return true;
}

void HttpServer::route(const httplib::Request& request,
                       httplib::Response& response)
{
    if (request.method == "POST"
        && ends_with(request.path, "/chat/completions")) {
        chat(request, response);
        return;
    }
    if (!provision(request, response) && !inspect(request, response)) {
        answer(response,
               Failure{404, "not_found", "There is nothing here"});
    }
}

void HttpServer::chat(const httplib::Request& request,
                      httplib::Response& response)
{
    auto header = [&](const char* name) {
        return request.get_header_value(name);
    };
    auto chat = std::make_shared<Chat>(settings_, sessions_, *provisioner_);
    auto reply = chat->open({request.path, request.body, header("X-Intern-Id"),
                             header("X-User-Id"), header("X-Workspace-Id"),
                             header("X-Session-Id"),
                             header("X-Approval-Mode")},
                            *current);
    if (reply.refusal) {
        answer(response, *reply.refusal);
        return;
    }
    if (!reply.run) {
        answer(response, 202, {{"session_id", reply.session_id},
                               {"status", "steered"}});
        return;
    }

    auto stream = [chat, run = reply.run](size_t, httplib::DataSink& sink) {
        current->set_sink([&](std::string_view bytes) {
            return sink.write(bytes.data(), bytes.size());
        });
        bool whole = chat->stream(*run, *current);
        current->set_sink(nullptr);
        if (whole) {
            sink.done();
        }
        return whole;
    };

    response.status = 200;
    response.set_header("Cache-Control", "no-cache");
    if (request.version == "HTTP/1.0") {
        response.set_content_provider("text/event-stream", stream);
    } else {
        response.set_chunked_content_provider("text/event-stream", stream);
    }
}

bool HttpServer::provision(const httplib::Request& request,
                           httplib::Response& response)
{
    constexpr std::string_view prefix = "/interns/";
    constexpr std::string_view suffix = "/suspend";
    std::string id = request.path.substr(0, prefix.size()) == prefix
                         ? request.path.substr(prefix.size())
                         : "";
    bool suspends = request.method == "POST" && ends_with(id, suffix);
    if (suspends) {
        id.resize(id.size() - suffix.size());
    }
    if (id.empty() || id.find('/') != std::string::npos) {
        return false;
    }

    Provisioner::Reply reply;
    if (suspends) {
        reply = provisioner_->suspend(id);
    } else if (request.method == "PUT") {
        reply = provisioner_->put(id, from_text(request.body));
    } else if (request.method == "DELETE") {
        reply = provisioner_->remove(id);
    } else if (request.method == "GET") {
        reply = provisioner_->get(id);
    } else {
        return false;
    }

    if (reply.status < 300 && (suspends || request.method == "DELETE")) {
        sessions_.cancel(id, {}, "the intern was stopped");
    }
    answer(response, reply.status, reply.body);
    return true;
}

// What a test or an operator looks at: no part of a contract.
bool HttpServer::inspect(const httplib::Request& request,
                         httplib::Response& response)
{
    constexpr std::string_view prefix = "/runs/";
    constexpr std::string_view suffix = "/cancel";
    std::string_view path = request.path;

    if (request.method == "GET" && path == "/healthz") {
        answer(response, 200, {{"status", "ok"}});
        return true;
    }
    if (request.method == "GET" && path == "/runs") {
        answer(response, 200, sessions_.list());
        return true;
    }
    if (request.method == "POST" && path.substr(0, prefix.size()) == prefix
        && ends_with(path, suffix)) {
        auto id = path.substr(prefix.size());
        id.remove_suffix(std::min(suffix.size(), id.size()));
        auto ended = sessions_.cancel({}, std::string(id), "cancelled");
        answer(response, 200, {{"cancelled", ended}});
        return true;
    }
    return false;
}

Server::Server(const Settings& settings, Sessions& sessions, Log& log)
    : http_(std::make_unique<HttpServer>(settings, sessions, log))
{
}

Server::~Server() = default;

std::optional<int> Server::bind() { return http_->bind(); }

void Server::run(Provisioner& provisioner) { http_->serve(provisioner); }

bool Server::stop() { return http_->stop_all(); }

}  // namespace gate::internd

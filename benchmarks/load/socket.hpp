// One client's WebSocket on 127.0.0.1: connects, upgrades, and passes on text frames.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "frames.hpp"

namespace load {

// An epoll instance for one thread. Throws std::runtime_error if a system call fails.
class Poll {
   public:
    Poll() : fd_(epoll_create1(EPOLL_CLOEXEC)) {
        if (fd_ < 0) throw std::runtime_error("epoll_create1");
    }
    Poll(const Poll&) = delete;
    Poll& operator=(const Poll&) = delete;
    ~Poll() { close(fd_); }

    void watch(int fd, void* owner) const {
        epoll_event event{EPOLLIN | EPOLLOUT | EPOLLET, {owner}};
        if (epoll_ctl(fd_, EPOLL_CTL_ADD, fd, &event) != 0) throw std::runtime_error("epoll_ctl");
    }

    int wait(epoll_event* events, int most, int ms) const {
        return epoll_wait(fd_, events, most, ms);
    }

   private:
    int fd_;
};

enum class Link { idle, opening, open, closed };

// The bytes of all sockets of the process, in frames and handshakes.
struct Traffic {
    std::int64_t received = 0, sent = 0;
};
inline Traffic traffic;

class Socket {
   public:
    Socket() = default;
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() { drop(); }

    [[nodiscard]] Link link() const { return link_; }

    void open(const Poll& poll, std::uint16_t port, std::string_view path, std::string_view token) {
        drop();
        in_.clear();
        fd_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (fd_ < 0) throw std::runtime_error("socket: raise the limit of open files");
        const int on = 1;
        setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 &&
            errno != EINPROGRESS)
            throw std::runtime_error("connect");
        link_ = Link::opening;
        out_ = request(port, path, token);
        poll.watch(fd_, this);
    }

    void send(std::string_view text) { put(Opcode::text, text); }
    void ping(std::string_view payload) { put(Opcode::ping, payload); }

    // Reads and writes without waiting; calls on_open(), on_text(view), on_pong(view).
    template <typename OnOpen, typename OnText, typename OnPong>
    void serve(OnOpen on_open, OnText on_text, OnPong on_pong) {
        flush();
        while (link_ != Link::closed) {
            char chunk[65536];
            const ssize_t got = recv(fd_, chunk, sizeof chunk, 0);
            if (got < 0 && errno == EAGAIN) break;
            if (got <= 0) return drop();
            traffic.received += got;
            in_.append(chunk, static_cast<std::size_t>(got));
            if (link_ == Link::opening && skip_handshake()) {
                link_ = Link::open;
                on_open();
            }
            if (link_ == Link::open) handle_frames(on_text, on_pong);
            if (got < static_cast<ssize_t>(sizeof chunk)) break;
        }
    }

    void drop() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
        link_ = Link::closed;
        out_.clear();
    }

   private:
    int fd_ = -1;
    Link link_ = Link::idle;
    std::string in_, out_;

    static std::string request(std::uint16_t port, std::string_view path, std::string_view token) {
        std::string text = "GET " + std::string(path) +
                           " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                           "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                           "Sec-WebSocket-Protocol: zeitnot.v1\r\n";
        if (!token.empty()) text += "Authorization: Bearer " + std::string(token) + "\r\n";
        return text + "\r\n";
    }

    // Removes the response to the handshake from the input. Returns false while it is incomplete.
    bool skip_handshake() {
        const auto end = in_.find("\r\n\r\n");
        if (end == std::string::npos) return false;
        if (!in_.starts_with("HTTP/1.1 101")) throw std::runtime_error(in_);
        in_.erase(0, end + 4);
        return true;
    }

    template <typename OnText, typename OnPong>
    void handle_frames(OnText on_text, OnPong on_pong) {
        std::string input;
        input.swap(in_);  // a handler may reopen this socket
        std::string_view rest = input;
        while (const auto frame = read_frame(rest)) {
            rest.remove_prefix(frame->size);
            switch (frame->opcode) {
                case Opcode::text:
                    on_text(frame->payload);
                    break;
                case Opcode::pong:
                    on_pong(frame->payload);
                    break;
                case Opcode::ping:
                    put(Opcode::pong, frame->payload);
                    break;
                case Opcode::close:
                    return drop();
            }
            if (link_ != Link::open) return;
        }
        in_.assign(rest);
    }

    void put(Opcode opcode, std::string_view payload) {
        if (link_ != Link::open) return;
        write_frame(out_, opcode, payload);
        flush();
    }

    void flush() {
        while (!out_.empty()) {
            const ssize_t sent = ::send(fd_, out_.data(), out_.size(), MSG_NOSIGNAL);
            if (sent < 0 && (errno == EAGAIN || errno == ENOTCONN)) return;
            if (sent < 0) return drop();
            traffic.sent += sent;
            out_.erase(0, static_cast<std::size_t>(sent));
        }
    }
};

}  // namespace load

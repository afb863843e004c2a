// Opens sockets a few at a time, since a server's backlog is short and a handshake is expensive.
#pragma once

#include <deque>
#include <string>

#include "socket.hpp"

namespace load {

class Opener {
   public:
    Opener(const Poll& poll, std::uint16_t port, int max_opening = 24)
        : poll_(poll), port_(port), max_opening_(max_opening) {}

    void enqueue(Socket& socket, std::string path, std::string token) {
        waiting_.push_back({&socket, std::move(path), std::move(token)});
    }

    // To be called when the server has admitted a socket.
    void on_opened() { --opening_; }

    // Opens queued sockets, as many as may be opening at the same time.
    void open_due() {
        for (; opening_ < max_opening_ && !waiting_.empty(); waiting_.pop_front(), ++opening_) {
            const auto& next = waiting_.front();
            next.socket->open(poll_, port_, next.path, next.token);
        }
    }

    // How many have not been admitted yet.
    [[nodiscard]] std::size_t remaining() const {
        return waiting_.size() + static_cast<std::size_t>(opening_);
    }

    [[nodiscard]] bool idle() const { return opening_ == 0 && waiting_.empty(); }

   private:
    struct Request {
        Socket* socket;
        std::string path, token;
    };

    const Poll& poll_;
    std::uint16_t port_;
    int max_opening_;
    std::deque<Request> waiting_;
    int opening_ = 0;
};

}  // namespace load

// Opens sockets a few at a time: a server's backlog is short, and a handshake is dear.
#pragma once

#include <deque>
#include <string>

#include "socket.hpp"

namespace load {

class Opener {
   public:
    Opener(const Poll& poll, std::uint16_t port, int at_once = 24)
        : poll_(poll), port_(port), at_once_(at_once) {}

    void want(Socket& socket, std::string path, std::string token) {
        waiting_.push_back({&socket, std::move(path), std::move(token)});
    }

    // To be called when one has been let in.
    void opened() { --opening_; }

    void work() {
        for (; opening_ < at_once_ && !waiting_.empty(); waiting_.pop_front(), ++opening_) {
            const auto& next = waiting_.front();
            next.socket->open(poll_, port_, next.path, next.token);
        }
    }

    // How many are not in yet.
    [[nodiscard]] std::size_t left() const {
        return waiting_.size() + static_cast<std::size_t>(opening_);
    }

    [[nodiscard]] bool idle() const { return opening_ == 0 && waiting_.empty(); }

   private:
    struct Wish {
        Socket* socket;
        std::string path, token;
    };

    const Poll& poll_;
    std::uint16_t port_;
    int at_once_;
    std::deque<Wish> waiting_;
    int opening_ = 0;
};

}  // namespace load

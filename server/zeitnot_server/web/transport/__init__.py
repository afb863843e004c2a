"""What lies below requests and sockets: connections, frames, and when they arrived."""

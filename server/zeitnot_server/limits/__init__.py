"""What one sender, one address or one account may use: token buckets, fair queues, byte shares."""

"""What the page of a bot shows, computed from its games; pure."""

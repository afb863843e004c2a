"""What the page of a bot shows: computed from its games (pure), and what is stored of it
(`page_store`)."""

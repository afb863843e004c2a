"""The routes about other people: profiles, ratings, whom one follows or blocks, complaints."""

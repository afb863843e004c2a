"""The limits that other files test; see `test_every_limit`."""

TESTED_ELSEWHERE = {
    "../server/test_kept_accounts.test_failed_sign_ins_are_limited": (
        *("address_failed_sign_ins", "account_failed_sign_ins", "known_failed_sign_ins"),
    ),
    "../accounts/test_hashing.test_beyond_the_queue_the_caller_is_told_when_to_retry": (
        "password_hashes",
    ),
    "test_requests.test_the_default_timeouts_are_ten_seconds": (
        *("head_seconds", "body_seconds", "hello_seconds"),
    ),
    "test_requests.test_an_incomplete_head_is_refused": ("head_seconds",),
    "test_requests.test_an_incomplete_body_is_refused": ("body_seconds",),
    "test_requests.test_a_socket_without_a_hello_is_closed": ("hello_seconds",),
    "test_requests.test_an_unread_response_closes_the_connection": ("answer_seconds",),
    "test_requests.test_an_unanswered_close_ends_the_connection": ("linger_seconds",),
    "test_requests.test_invalid_heads_are_refused": ("head_bytes", "url_bytes", "headers"),
    "test_requests.test_an_endless_body_is_refused": ("message_bytes",),
    "test_requests.test_endless_pipelined_requests_are_refused": ("pipelined",),
    "test_requests.test_a_few_pipelined_requests_are_served": ("pipelined",),
    "test_requests.test_too_many_connections_are_refused": ("connections",),
    "test_connections.test_a_refused_connection_is_drained_within_bounds": (
        *("drain_seconds", "drain_bytes", "drained_at_once"),
    ),
    "test_connections.test_a_player_can_connect_beyond_the_limit_of_its_address": (
        "provisional_connections_per_address",
    ),
    "test_connections.test_a_surplus_connection_that_sends_nothing_is_refused": (
        *("provisional_seconds", "provisional_connections"),
    ),
    "test_metered.test_guests_of_one_address_share_refusals_and_others_are_unaffected": (
        "address_refusals",
    ),
    "test_metered.test_frames_that_are_not_refused_are_bounded_by_address": ("address_frames",),
    "test_metered.test_moves_of_an_account_per_day_are_bounded": (
        *("account_events_a_day", "game_events"),
    ),
    "test_metered.test_guests_of_an_address_share_its_bound_on_stored_moves": (
        "address_events_a_day",
    ),
    "test_metered.test_a_flood_leaves_a_few_frames_to_other_clients": ("few_frames",),
    "test_metered.test_frames_from_a_busy_address_wait_behind_others": ("prompt_reads",),
    "test_frames.test_hello_must_come_first_and_is_limited": ("hellos",),
    "test_frames.test_watch_is_limited": ("hellos",),
    "../server/test_import.test_imports_need_an_account_and_are_limited_in_size": ("import_bytes",),
    "../server/test_room_actor.test_engine_lines_are_relayed_and_bounded": ("analysis_lines",),
    "test_allowances.test_a_socket_with_too_many_messages_is_closed": ("messages",),
    "test_frames.test_too_many_malformed_frames_close_a_socket": ("unread_frames",),
    "../server/test_transport.test_a_flood_is_not_parsed_beyond_the_queue": (
        "waiting_frames",
        "closing_frames",
    ),
    "test_bounded_socket.test_the_fifth_socket_of_an_account_closes_the_oldest": ("room_sockets",),
    "../server/test_mailbox.test_slots_of_spectators_are_bounded_each_and_together": (
        *("spectator_commands", "spectators_commands"),
    ),
    "../server/test_mailbox.test_spectators_cannot_use_the_slots_of_players": ("seat_commands",),
    "../server/test_send_queue.test_an_overflow_cuts_off_once_and_queues_nothing_more": (
        "outbox_frames",
    ),
    "../server/test_send_queue.test_long_frames_cut_off_earlier": ("outbox_bytes",),
    "../server/test_open_seats.test_an_account_takes_three_of_forty_seats": ("account_open_seats",),
    "../server/test_open_seats.test_an_address_takes_ten_seats_with_any_number_of_guests": (
        "address_open_seats",
    ),
    "../server/lobby/test_challenges.test_bot_asks_only_so_often": ("bot_challenges",),
    "../server/lobby/test_challenges.test_bots_of_one_owner_count_together": ("owner_challenges",),
    "../server/lobby/test_challenges.test_bot_is_asked_only_so_often_by_all_others": (
        "challenges_to_bot",
    ),
    "../server/lobby/test_challenges.test_person_is_asked_far_less_often": (
        "challenges_to_person",
    ),
    "../server/lobby/test_challenges.test_declined_bot_may_not_ask_again_for_a_while": (
        "decline_seconds",
    ),
    "../server/lobby/test_challenges.test_person_who_declines_is_left_alone_for_longer": (
        "person_decline_seconds",
    ),
    "../rooms/test_tally.test_chat_of_players_and_spectators_is_bounded": (
        *("chat_lines_of_player", "chat_lines_of_spectator"),
    ),
    "../rooms/test_tally.test_spectators_leave_chat_for_the_players_and_share_a_bound": (
        *("chat_lines_of_spectators", "chat_lines"),
    ),
    "../rooms/test_tally.test_only_players_chat_for_an_hour_after_the_end": ("chat_seconds",),
    "../rooms/test_tally.test_sitting_and_leaving_is_bounded": ("sits_of_account",),
    "../rooms/test_tally.test_other_accounts_do_not_use_up_the_bound_on_sitting": ("sits",),
    "../rooms/test_tally.test_offers_of_a_seat_are_bounded_and_the_game_can_still_end": ("offers",),
    "../server/test_absence.test_after_several_lapses_all_must_be_present_to_resume": (
        "lapsed_resumes",
    ),
    "../server/test_reports.test_reports_of_a_seat_are_limited_across_a_restart": (
        "game_report_bytes",
    ),
    "../rooms/test_invitations.test_an_invitation_lapses": ("invitation_seconds",),
    "../server/test_answers.test_wrong_answers_are_refused": ("decline_chars",),
    "../clients/test_takes.test_contradictions_are_found": ("takes_bytes",),
    "test_metered.test_catch_ups_count_as_reads": ("read_chars",),
    "test_allowances.test_registered_and_online_bots_of_a_guest_are_limited": ("owner_bots_a_day",),
    "../store/contract/test_tickets.test_an_account_has_only_so_many_unused_tickets": (
        "tickets_per_account",
    ),
    "../store/contract/test_tickets.test_the_server_has_only_so_many_unused_tickets": ("tickets",),
    "test_connection_limits.test_an_ipv6_site_may_register_four_times_as_many_bots": (
        "address_bots_a_day",
    ),
    "test_allowances.test_open_games_of_an_account_are_limited": ("open_games",),
    "test_allowances.test_unfinished_games_of_an_account_are_limited": ("unfinished_games",),
    "../server/test_bot_games.test_guests_of_one_address_are_counted_together": (
        *("games_per_account_with_bots", "games_per_address_with_bots"),
    ),
    "../server/test_disk.test_only_running_games_continue_on_a_full_disk": ("disk_reserve_mb",),
    "test_bounded_socket.test_an_invalid_frame_closes_the_socket_with_its_code": ("frame_bytes",),
    "../server/test_listing.test_a_hundred_games_of_one_account_hide_no_others": ("listed_games",),
    "../server/test_lobby.test_bots_of_one_address_do_not_hide_others": ("listed_bots",),
    "../store/test_filters.test_invalid_parameters_are_reported": ("page_games",),
    "../store/sqlite/test_walks.test_an_empty_page_may_have_a_cursor": ("page_rows",),
    "test_records.test_book_pages_wait_without_blocking_other_requests": ("lists_at_once",),
    "../server/test_catch_up.test_no_chunk_exceeds_the_limit": ("events_at_once",),
    "test_finished.test_a_very_long_record_is_streamed": ("record_bytes",),
    "../server/test_solving.test_a_position_and_its_mirror_are_solved_once": ("solved_at_once",),
    "../server/test_solving.test_the_number_of_waiting_requests_is_limited": ("solving_waits",),
    "../server/test_solving.test_waiting_requests_of_an_address_share_its_time": (
        "solving_seconds",
    ),
    "../server/test_page_cache.test_the_number_of_pages_being_computed_is_bounded": (
        "bot_pages_waiting",
    ),
    "../server/test_timed_cache.test_the_number_of_answers_being_computed_is_bounded": (
        "profiles_waiting",
    ),
    "../server/test_grader.test_the_number_of_waiting_bots_is_bounded": ("graded_bots",),
    "../server/test_solving.test_a_remembered_position_is_not_solved_again": ("values_kept",),
}

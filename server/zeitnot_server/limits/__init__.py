"""What an account or an address may use: rates, holds, fair queues, and the table of limits."""

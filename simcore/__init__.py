"""The engine room: game kernels, keyed random streams, schedules, batches and the results store."""

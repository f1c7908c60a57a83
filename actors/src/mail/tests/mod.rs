mod delivery;
mod outbox;
mod sink;
mod world;

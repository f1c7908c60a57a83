mod delivery;
mod news;
mod outbox;
mod world;

mod delivery;
mod news;
mod outbox;
mod sink;
mod world;

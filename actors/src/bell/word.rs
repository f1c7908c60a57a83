//! What the nodes of a service say to each other.

use crate::ids::{Prefix, is_id};

/// Something is new in the store. It is written with letters, digits and underscores only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Scans wait.
    Scans,
    /// Emails wait.
    Mail,
    /// Deliveries wait.
    Webhooks,
    /// Questions to answer engines wait.
    Tracking,
    /// A run of a monitor is due.
    Monitors,
    /// The scan of that id has new events.
    Events(String),
}

impl Word {
    /// Every word that says that work waits.
    pub(super) fn of_work() -> [Self; 5] {
        [Self::Scans, Self::Mail, Self::Webhooks, Self::Tracking, Self::Monitors]
    }

    pub(super) fn into_text(self) -> String {
        match self {
            Self::Scans => "scans".to_owned(),
            Self::Mail => "mail".to_owned(),
            Self::Webhooks => "webhooks".to_owned(),
            Self::Tracking => "tracking".to_owned(),
            Self::Monitors => "monitors".to_owned(),
            Self::Events(scan_id) => scan_id,
        }
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let work = Self::of_work().into_iter().find(|word| word.clone().into_text() == text);
        let events = || is_id(Prefix::Scan, text).then(|| Self::Events(text.to_owned()));
        work.or_else(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::new_id;

    #[test]
    fn what_is_said_is_understood() {
        let events = Word::Events(new_id(Prefix::Scan));
        for word in Word::of_work().into_iter().chain([events]) {
            assert_eq!(Word::read(&word.clone().into_text()), Some(word));
        }
        for other in ["", "scan", "mon_01", "scn_"] {
            assert_eq!(Word::read(other), None, "{other}");
        }
    }
}

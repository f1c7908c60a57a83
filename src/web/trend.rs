//! The scores of one page over time, as a picture.

use std::fmt::Write as _;

use crate::api::history::HistoryScanView;
use crate::web::times::{Time, milliseconds};

/// Points that the picture has at most.
const POINTS: usize = 60;
/// Width of the picture, without the room for the outermost points.
const WIDTH: i64 = 620;
/// Room at each side.
const MARGIN: i64 = 10;
/// Height of a point of the score.
const SCALE: i64 = 2;

/// The picture.
pub(crate) struct Trend {
    /// From the oldest.
    pub(crate) points: Vec<Point>,
    /// The points as coordinates of a line.
    pub(crate) line: String,
    /// What it shows, in a sentence.
    pub(crate) summary: String,
}

/// A scan.
pub(crate) struct Point {
    pub(crate) id: String,
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) title: String,
}

impl Trend {
    /// Returns the picture of those scans, which come newest first; none for fewer than two scores.
    pub(crate) fn of(scans: &[HistoryScanView]) -> Option<Self> {
        let scored = scans.iter().filter_map(|scan| {
            Some((scan, i64::from(scan.score?), milliseconds(&scan.scanned_at)?))
        });
        let mut scored: Vec<(&HistoryScanView, i64, i64)> = scored.take(POINTS).collect();
        scored.reverse();
        let (&(_, first, start), &(_, last, end)) = (scored.first()?, scored.last()?);
        if scored.len() < 2 {
            return None;
        }
        let span = (end - start).max(1);
        let points: Vec<Point> = scored
            .iter()
            .map(|(scan, score, at)| Point {
                id: scan.id.clone(),
                x: MARGIN + (at - start) * WIDTH / span,
                y: (100 - score) * SCALE,
                title: format!("{score} on {}", Time::of(&scan.scanned_at).words),
            })
            .collect();
        let line = points.iter().fold(String::new(), |mut line, point| {
            let _infallible = write!(line, "{},{} ", point.x, point.y);
            line
        });
        let summary = format!("Score {first} to {last} over {} scans.", points.len());
        Some(Self { points, line: line.trim_end().to_owned(), summary })
    }
}

#[cfg(test)]
mod tests {
    use citable_actors::ScanStatus;

    use super::*;
    use crate::api::history::ScanSource;

    fn scan(day: u32, score: Option<u8>) -> HistoryScanView {
        HistoryScanView {
            id: format!("scn_{day}"),
            status: ScanStatus::Done,
            score,
            scanned_at: format!("2026-11-{day:02}T00:00:00.000Z"),
            source: ScanSource::Manual,
            web_url: String::new(),
        }
    }

    #[test]
    fn the_oldest_score_is_on_the_left() {
        let trend = Trend::of(&[scan(21, Some(100)), scan(16, None), scan(11, Some(40))]).unwrap();
        assert_eq!(trend.line, "10,120 630,0");
        assert_eq!(trend.summary, "Score 40 to 100 over 2 scans.");
        assert_eq!(trend.points[0].id, "scn_11");
    }

    #[test]
    fn one_score_is_no_trend() {
        assert!(Trend::of(&[scan(21, Some(100)), scan(20, None)]).is_none());
        assert!(Trend::of(&[]).is_none());
    }
}

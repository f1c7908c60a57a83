//! The `reports` table: the report of each finished scan.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::store::queries::queries;
use crate::store::reader::reads;
use crate::store::tables::reports;

/// A stored report. The store does not look into its body.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = reports)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct ReportRow {
    /// The scan.
    pub scan_id: String,
    /// The hash of the normalised URL.
    pub url_hash: String,
    /// When the page was fetched, in milliseconds since 1970.
    pub scanned_at: i64,
    /// The score, 0 to 100.
    pub score: i32,
    /// The report.
    pub body: Vec<u8>,
}

/// A stored report without what it says.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = reports)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
pub struct ReportSummary {
    /// The scan.
    pub scan_id: String,
    /// When the page was fetched, in milliseconds since 1970.
    pub scanned_at: i64,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = reports)]
pub(crate) struct NewReport<'a> {
    pub(crate) scan_id: &'a str,
    pub(crate) url_hash: &'a str,
    pub(crate) scanned_at: i64,
    pub(crate) score: i32,
    pub(crate) body: &'a [u8],
}

queries! {
    /// Statements on `reports`.
    trait ReportQueries {
        fn insert_report(report: &NewReport<'_>) -> changed {
            diesel::insert_into(reports::table).values(report)
        }

        fn report(scan_id: &str) -> first ReportRow {
            reports::table.find(scan_id).select(ReportRow::as_select())
        }

        /// The newest report of an address that is younger than `since`.
        fn newest_report(url_hash: &str, since: i64) -> first ReportSummary {
            reports::table
                .filter(reports::url_hash.eq(url_hash))
                .filter(reports::scanned_at.gt(since))
                .order((reports::scanned_at.desc(), reports::scan_id.desc()))
                .select(ReportSummary::as_select())
        }

        fn has_report_of(scan_id: &str) -> one bool {
            diesel::select(diesel::dsl::exists(reports::table.find(scan_id)))
        }

        fn has_report(url_hash: &str) -> one bool {
            let of_address = reports::table.filter(reports::url_hash.eq(url_hash));
            diesel::select(diesel::dsl::exists(of_address))
        }

        /// The newest reports of an address, newest first.
        fn newest_reports(url_hash: &str, count: i64) -> all ReportRow {
            reports::table
                .filter(reports::url_hash.eq(url_hash))
                .order((reports::scanned_at.desc(), reports::scan_id.desc()))
                .limit(count)
                .select(ReportRow::as_select())
        }
    }
}

reads! {
    /// The report of a finished scan.
    fn report(scan_id: &str) -> Option<ReportRow>;

    /// The newest report of an address that was fetched after `since`; one of `since` itself is
    /// too old.
    fn newest_report(url_hash: &str, since: i64) -> Option<ReportSummary>;

    /// Whether a scan has a report.
    fn has_report_of(scan_id: &str) -> bool;

    /// Whether an address has a report, however old.
    fn has_report(url_hash: &str) -> bool;

    /// The newest reports of an address, newest first.
    fn newest_reports(url_hash: &str, count: i64) -> Vec<ReportRow>;
}

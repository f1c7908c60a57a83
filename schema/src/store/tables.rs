//! The tables as diesel sees them, one description for both databases. Kept by hand beside
//! `migrations/`.

diesel::table! {
    /// One row per scan, from admission to its end.
    scans (id) {
        id -> Text,
        url -> Text,
        url_hash -> Text,
        host -> Text,
        status -> Text,
        stage -> Text,
        attempt -> Integer,
        owner -> Nullable<Text>,
        lease_until -> Nullable<BigInt>,
        created_at -> BigInt,
        started_at -> Nullable<BigInt>,
        finished_at -> Nullable<BigInt>,
        score -> Nullable<Integer>,
        failure_code -> Nullable<Text>,
        failure_message -> Nullable<Text>,
        failure_status -> Nullable<Integer>,
        failure_content_type -> Nullable<Text>,
        account_id -> Nullable<Text>,
        monitor_id -> Nullable<Text>,
        history_place -> Nullable<BigInt>,
        log_cut_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// How many scans were ever put into the history of an account.
    history_places (account_id) {
        account_id -> Text,
        last_place -> BigInt,
    }
}

diesel::table! {
    /// The pages that an account has scanned.
    history_pages (account_id, url_hash) {
        account_id -> Text,
        url_hash -> Text,
        url -> Text,
        versions -> BigInt,
        latest_place -> BigInt,
        latest_scan_id -> Text,
    }
}

diesel::table! {
    /// The progress log of a scan. `seq` goes on over attempts.
    scan_events (scan_id, seq) {
        scan_id -> Text,
        seq -> BigInt,
        at -> BigInt,
        status -> Text,
        stage -> Text,
        completed_checks -> Integer,
        check_id -> Nullable<Text>,
        check_status -> Nullable<Text>,
        score -> Nullable<Integer>,
        error_code -> Nullable<Text>,
        error_message -> Nullable<Text>,
        detail -> Nullable<Text>,
        earlier_checks -> Nullable<Text>,
    }
}

diesel::table! {
    /// What was fetched for a finished scan.
    snapshots (scan_id) {
        scan_id -> Text,
        hash -> Text,
        created_at -> BigInt,
        body -> Binary,
        object -> Nullable<Text>,
    }
}

diesel::table! {
    /// Objects that no snapshot names, to be deleted when they are due.
    object_deletions (object) {
        object -> Text,
        due_at -> BigInt,
        attempts -> Integer,
    }
}

diesel::table! {
    /// The report of a finished scan.
    reports (scan_id) {
        scan_id -> Text,
        url_hash -> Text,
        scanned_at -> BigInt,
        score -> Integer,
        body -> Binary,
    }
}

diesel::table! {
    /// One row per mail address that ever asked for a sign-in link.
    accounts (id) {
        id -> Text,
        email -> Text,
        email_key -> Text,
        plan -> Text,
        plan_until -> Nullable<BigInt>,
        created_at -> BigInt,
        confirmed_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// One-time sign-in tokens, by their hash.
    sign_in_tokens (hash) {
        hash -> Text,
        account_id -> Text,
        created_at -> BigInt,
        expires_at -> BigInt,
        used_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// How many links were asked for in an hour.
    sign_in_rates (subject, hour) {
        subject -> Text,
        hour -> BigInt,
        used -> Integer,
    }
}

diesel::table! {
    /// Signed-in browsers, by the hash of their cookie.
    sessions (hash) {
        hash -> Text,
        account_id -> Text,
        created_at -> BigInt,
        expires_at -> BigInt,
    }
}

diesel::table! {
    /// API keys, by the hash of their token.
    api_keys (id) {
        id -> Text,
        account_id -> Text,
        name -> Text,
        hash -> Text,
        last4 -> Text,
        scopes -> Text,
        source -> Text,
        created_at -> BigInt,
        last_used_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// Scans spent in a day or month.
    quota_counters (subject, bucket, period) {
        subject -> Text,
        bucket -> Text,
        period -> BigInt,
        used -> BigInt,
    }
}

diesel::table! {
    /// What each scan was charged to.
    quota_ledger (scan_id) {
        scan_id -> Text,
        subject -> Nullable<Text>,
        day -> BigInt,
        month -> BigInt,
        spent_at -> BigInt,
        returned_at -> Nullable<BigInt>,
        stripe -> Nullable<Integer>,
    }
}

diesel::table! {
    /// Requests that may come again, and their answers.
    idempotency_keys (credential, idempotency_key) {
        credential -> Text,
        idempotency_key -> Text,
        fingerprint -> Text,
        owner -> Text,
        lease_until -> BigInt,
        answer -> Nullable<Binary>,
        expires_at -> BigInt,
    }
}

diesel::table! {
    /// Mails that are to be sent, and how those sent ended.
    mails (id) {
        id -> Text,
        template -> Text,
        recipient -> Text,
        data -> Text,
        created_at -> BigInt,
        not_after -> Nullable<BigInt>,
        status -> Text,
        attempt -> Integer,
        next_attempt_at -> BigInt,
        owner -> Nullable<Text>,
        lease_until -> Nullable<BigInt>,
        ended_at -> Nullable<BigInt>,
        last_error -> Nullable<Text>,
    }
}

diesel::table! {
    /// Tokens of human checks that were used.
    human_check_tokens (hash) {
        hash -> Text,
        expires_at -> BigInt,
    }
}

diesel::table! {
    /// What an account wants to be told by mail.
    notification_preferences (account_id) {
        account_id -> Text,
        everything -> Bool,
        weekly_report -> Bool,
        score_drop -> Bool,
        monitor_failure -> Bool,
        webhook_paused -> Bool,
        billing -> Bool,
    }
}

diesel::table! {
    /// Tokens of the links that end all notifications of an account.
    unsubscribe_tokens (hash) {
        hash -> Text,
        account_id -> Text,
        created_at -> BigInt,
        used_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// Addresses that are scanned every week.
    monitors (id) {
        id -> Text,
        account_id -> Text,
        url -> Text,
        url_hash -> Text,
        host -> Text,
        status -> Text,
        created_at -> BigInt,
        anchor -> BigInt,
        next_run_at -> Nullable<BigInt>,
        last_week -> Nullable<BigInt>,
        requested_at -> Nullable<BigInt>,
        last_run_at -> Nullable<BigInt>,
        last_scan_id -> Nullable<Text>,
        last_score -> Nullable<Integer>,
        previous_score -> Nullable<Integer>,
        consent_engines -> Nullable<Text>,
        consented_at -> Nullable<BigInt>,
        consent_ip -> Nullable<Text>,
    }
}

diesel::table! {
    /// What became of each week of a monitor.
    monitor_runs (monitor_id, period_start) {
        monitor_id -> Text,
        period_start -> BigInt,
        account_id -> Text,
        scan_id -> Text,
        started_at -> BigInt,
        missed -> Integer,
        finished_at -> Nullable<BigInt>,
        score -> Nullable<Integer>,
        previous_score -> Nullable<Integer>,
        failure_message -> Nullable<Text>,
        announced_at -> Nullable<BigInt>,
        reported_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// Who does what only one node may do.
    leaders (task) {
        task -> Text,
        holder -> Text,
        term -> BigInt,
        renewed_at -> BigInt,
        lease_until -> BigInt,
    }
}

diesel::table! {
    /// When accounts are told of their monitors.
    weekly_reports (account_id) {
        account_id -> Text,
        due_at -> Nullable<BigInt>,
        last_due_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// Where an account's deliveries go.
    webhook_endpoints (id) {
        id -> Text,
        account_id -> Text,
        url -> Text,
        created_at -> BigInt,
        secret -> Binary,
        secret_hint -> Text,
        previous_secret -> Nullable<Binary>,
        previous_until -> Nullable<BigInt>,
        paused_reason -> Nullable<Text>,
        failing_since -> Nullable<BigInt>,
        last_delivery_id -> Nullable<Text>,
        last_attempt_at -> Nullable<BigInt>,
        last_status_code -> Nullable<Integer>,
        last_attempt_ok -> Nullable<Bool>,
    }
}

diesel::table! {
    /// What is to be delivered, and how what was delivered ended.
    deliveries (id) {
        id -> Text,
        endpoint_id -> Text,
        body -> Text,
        created_at -> BigInt,
        status -> Text,
        attempt -> Integer,
        tries -> Integer,
        next_attempt_at -> BigInt,
        owner -> Nullable<Text>,
        lease_until -> Nullable<BigInt>,
        ended_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// What became of each attempt to deliver.
    delivery_attempts (delivery_id, attempt) {
        delivery_id -> Text,
        attempt -> Integer,
        at -> BigInt,
        duration_ms -> BigInt,
        status_code -> Nullable<Integer>,
        error -> Nullable<Text>,
    }
}

diesel::table! {
    /// Test deliveries in an hour.
    webhook_tests (account_id, hour) {
        account_id -> Text,
        hour -> BigInt,
        used -> BigInt,
    }
}

diesel::table! {
    /// What the payment provider knows accounts by.
    billing_customers (id) {
        id -> Text,
        account_id -> Nullable<Text>,
        created_at -> BigInt,
    }
}

diesel::table! {
    /// What the payment provider said of subscriptions.
    billing_subscriptions (id) {
        id -> Text,
        customer_id -> Text,
        told_by -> Text,
        status -> Text,
        price_id -> Text,
        period_end -> Nullable<BigInt>,
        billed_by -> Text,
        billed_paid -> Bool,
        billed_until -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// The payment provider's events that were acted on.
    billing_events (id) {
        id -> Text,
        received_at -> BigInt,
    }
}

diesel::table! {
    /// What an operator has turned on.
    service_switches (name) {
        name -> Text,
        turned_on_at -> BigInt,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    /// What answer engines are asked about monitored addresses, and what they cited.
    tracking_asks (id) {
        id -> Text,
        monitor_id -> Text,
        account_id -> Text,
        period_start -> BigInt,
        engine -> Text,
        engine_name -> Text,
        number -> Integer,
        question -> Text,
        page_url -> Text,
        state -> Text,
        reason -> Nullable<Text>,
        due_at -> BigInt,
        attempts -> Integer,
        owner -> Nullable<Text>,
        lease_until -> Nullable<BigInt>,
        cited -> Nullable<Bool>,
        position -> Nullable<Integer>,
        cited_url -> Nullable<Text>,
        others -> Nullable<Text>,
        created_at -> BigInt,
        ended_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    /// Calls of answer engines that accounts have used in a week.
    tracking_calls (account_id, week) {
        account_id -> Text,
        week -> BigInt,
        used -> BigInt,
    }
}

diesel::table! {
    /// What was last read of the repository that is mirrored.
    chain_snapshot (name) {
        name -> Text,
        origin -> Text,
        frozen -> Bool,
        switch_source -> Text,
        switch_as_of -> Nullable<BigInt>,
        board -> Nullable<Text>,
        board_as_of -> Nullable<BigInt>,
        next_read_at -> BigInt,
    }
}

diesel::table! {
    /// Which programs this schema serves: one row.
    schema_support (id) {
        id -> Integer,
        oldest -> Text,
    }
}

diesel::joinable!(billing_subscriptions -> billing_customers (customer_id));
diesel::allow_tables_to_appear_in_same_query!(billing_customers, billing_subscriptions);
diesel::joinable!(monitor_runs -> monitors (monitor_id));
diesel::joinable!(sign_in_tokens -> accounts (account_id));
diesel::joinable!(sessions -> accounts (account_id));
diesel::joinable!(api_keys -> accounts (account_id));
diesel::joinable!(scan_events -> scans (scan_id));
diesel::joinable!(snapshots -> scans (scan_id));
diesel::joinable!(reports -> scans (scan_id));
diesel::allow_tables_to_appear_in_same_query!(monitors, monitor_runs);
diesel::joinable!(webhook_endpoints -> accounts (account_id));
diesel::joinable!(deliveries -> webhook_endpoints (endpoint_id));
diesel::allow_tables_to_appear_in_same_query!(accounts, webhook_endpoints, deliveries);
diesel::allow_tables_to_appear_in_same_query!(
    scans,
    scan_events,
    snapshots,
    object_deletions,
    reports,
    history_pages,
    quota_ledger,
);
diesel::allow_tables_to_appear_in_same_query!(
    accounts,
    sign_in_tokens,
    sessions,
    api_keys,
    unsubscribe_tokens,
    notification_preferences,
    monitors,
    tracking_calls,
);
diesel::allow_tables_to_appear_in_same_query!(accounts, scans);
diesel::allow_tables_to_appear_in_same_query!(accounts, billing_customers);

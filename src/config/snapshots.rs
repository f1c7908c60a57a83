//! Where bodies of snapshots are kept outside the database.

use std::path::PathBuf;
use std::time::Duration;

use citable_actors::snapshots::{Bucket, SnapshotPlace, SnapshotStoreSettings};
use clap::Args;
use url::Url;

use super::SettingsError;
use super::secrets::value;
use super::values::{self, is_word};

/// Where bodies of snapshots are kept outside the database.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Snapshot store")]
pub struct SnapshotArgs {
    /// Where the service keeps the fetched pages of finished scans: a folder such as
    /// `file:///var/lib/citable/snapshots`, or a bucket such as `s3://bucket/prefix`. No other
    /// service may use the same folder or prefix. Default: in the database
    #[arg(long, env = "CITABLE_SNAPSHOT_STORE_URL", value_name = "URL", value_parser = store_url)]
    pub snapshot_store_url: Option<SnapshotUrl>,

    /// URL of the S3-compatible server, such as `https://storage.example.com`. Default: Amazon S3 in
    /// the region
    #[arg(long, env = "CITABLE_SNAPSHOT_STORE_ENDPOINT", value_name = "URL", value_parser = endpoint)]
    pub snapshot_store_endpoint: Option<Url>,

    /// Region of the bucket
    #[arg(long, env = "CITABLE_SNAPSHOT_STORE_REGION", default_value = "us-east-1", value_name = "REGION", value_parser = region)]
    pub snapshot_store_region: String,

    /// ID of the access key for the bucket
    #[arg(
        long,
        env = "CITABLE_SNAPSHOT_STORE_ACCESS_KEY_ID",
        value_name = "ID",
        hide_env_values = true
    )]
    pub snapshot_store_access_key_id: Option<String>,

    /// Secret access key for the bucket
    #[arg(
        long,
        env = "CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY",
        value_name = "KEY",
        hide_env_values = true
    )]
    pub snapshot_store_secret_access_key: Option<String>,

    /// File that contains the secret access key
    #[arg(
        long,
        env = "CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY_FILE",
        value_name = "FILE",
        conflicts_with = "snapshot_store_secret_access_key"
    )]
    pub snapshot_store_secret_access_key_file: Option<PathBuf>,

    /// Allow an endpoint with `http://`. Pages then cross the network
    /// unencrypted
    #[arg(long, env = "CITABLE_SNAPSHOT_STORE_ALLOW_HTTP", action = clap::ArgAction::SetTrue, value_parser = values::switch)]
    pub snapshot_store_allow_http: bool,

    /// How long writing, reading or deleting one object may take, with retries
    #[arg(long, env = "CITABLE_SNAPSHOT_STORE_TIMEOUT", default_value = "10s", value_name = "TIME", value_parser = values::some_time)]
    pub snapshot_store_timeout: Duration,
}

/// The address of a place for snapshots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotUrl {
    /// A folder.
    Folder(PathBuf),
    /// A bucket.
    Bucket {
        /// Its name.
        name: String,
        /// What all keys begin with.
        prefix: String,
    },
}

impl SnapshotArgs {
    /// The place outside the database, if one is named.
    ///
    /// # Errors
    /// [`SettingsError::SnapshotStore`], and [`SettingsError::SecretFile`].
    pub fn settings(&self) -> Result<Option<SnapshotStoreSettings>, SettingsError> {
        let place = match &self.snapshot_store_url {
            None => return self.needs_no_url().map(|()| None),
            Some(SnapshotUrl::Folder(folder)) => SnapshotPlace::Folder(folder.clone()),
            Some(SnapshotUrl::Bucket { name, prefix }) => self.bucket(name, prefix)?,
        };
        Ok(Some(SnapshotStoreSettings::new(place, self.snapshot_store_timeout)))
    }

    fn bucket(&self, name: &str, prefix: &str) -> Result<SnapshotPlace, SettingsError> {
        let endpoint = self.snapshot_store_endpoint.clone();
        let is_open = endpoint.as_ref().is_some_and(|endpoint| endpoint.scheme() == "http");
        if is_open && !self.snapshot_store_allow_http {
            return Err(wrong(
                "CITABLE_SNAPSHOT_STORE_ENDPOINT",
                "begins with http://, so pages would cross the network unencrypted. Use https://, \
                 or set CITABLE_SNAPSHOT_STORE_ALLOW_HTTP=1",
            ));
        }
        let access_key_id = value(&self.snapshot_store_access_key_id, &None, "")?.ok_or(wrong(
            "CITABLE_SNAPSHOT_STORE_ACCESS_KEY_ID",
            "is missing. Set it to the ID of an access key that may put, get and delete objects",
        ))?;
        let secret_access_key = value(
            &self.snapshot_store_secret_access_key,
            &self.snapshot_store_secret_access_key_file,
            "CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY_FILE",
        )?;
        let secret_access_key = secret_access_key.ok_or(wrong(
            "CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY",
            "is missing. Set it, or CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY_FILE, to the secret of \
             the access key",
        ))?;
        Ok(SnapshotPlace::Bucket(Bucket {
            name: name.to_owned(),
            prefix: prefix.to_owned(),
            endpoint,
            region: self.snapshot_store_region.clone(),
            access_key_id,
            secret_access_key,
        }))
    }

    /// Whoever names a server and no bucket would believe that snapshots go there.
    fn needs_no_url(&self) -> Result<(), SettingsError> {
        let is_meant = self.snapshot_store_endpoint.is_some()
            || self.snapshot_store_access_key_id.is_some()
            || self.snapshot_store_secret_access_key.is_some()
            || self.snapshot_store_secret_access_key_file.is_some();
        match is_meant {
            false => Ok(()),
            true => Err(wrong(
                "CITABLE_SNAPSHOT_STORE_URL",
                "is missing, so snapshots would go into the database. Set it to \
                 s3://<bucket>/<prefix>, or unset the other CITABLE_SNAPSHOT_STORE_ settings",
            )),
        }
    }
}

const fn wrong(setting: &'static str, why: &'static str) -> SettingsError {
    SettingsError::SnapshotStore { setting, why }
}

/// A folder or a bucket.
fn store_url(text: &str) -> Result<SnapshotUrl, String> {
    const USE: &str = "use file:///<folder>, or s3://<bucket>/<prefix>";
    let url = Url::parse(text).map_err(|_| USE.to_owned())?;
    if !url.username().is_empty() || url.password().is_some() || url.port().is_some() {
        return Err(format!(
            "{USE}, without a user, password or port. The endpoint and the access key have settings \
             of their own"
        ));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(format!("{USE}, without a query or fragment"));
    }
    match url.scheme() {
        "file" => match url.to_file_path() {
            Ok(folder) if folder.parent().is_some() => Ok(SnapshotUrl::Folder(folder)),
            _ => Err("use an absolute path, such as file:///var/lib/citable/snapshots".to_owned()),
        },
        "s3" => {
            let name = url.host_str().filter(|name| is_word(name, "-_."));
            let name =
                name.ok_or_else(|| format!("{USE}; the bucket's name is missing or wrong"))?;
            let prefix = url.path().trim_matches('/');
            // The server would see other characters in another form than the operator.
            let is_part = |part: &str| is_word(part, "-_.") && part != "." && part != "..";
            if !prefix.is_empty() && !prefix.split('/').all(is_part) {
                return Err(
                    "use only letters, digits, -, _ and . between the slashes of the prefix".into(),
                );
            }
            Ok(SnapshotUrl::Bucket { name: name.to_owned(), prefix: prefix.to_owned() })
        }
        _ => Err(USE.to_owned()),
    }
}

fn endpoint(text: &str) -> Result<Url, String> {
    let url = values::provider_url(text)
        .map_err(|_| "use a full URL, such as https://storage.example.com".to_owned())?;
    let is_bare = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    match is_bare {
        true => Ok(url),
        false => Err("use a URL without a user, password, query or fragment".to_owned()),
    }
}

fn region(text: &str) -> Result<String, String> {
    match is_word(text, "-_") {
        true => Ok(text.to_owned()),
        false => Err("use a region such as eu-central-1".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    /// What the settings of a snapshot store come to, or what is wrong with them.
    fn snapshot_store(arguments: &[&str]) -> Result<Option<SnapshotStoreSettings>, String> {
        let arguments: Vec<_> =
            arguments.iter().map(|argument| format!("--snapshot-store-{argument}")).collect();
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        read(&arguments).unwrap().snapshots.settings().map_err(|error| error.to_string())
    }

    #[test]
    fn a_snapshot_store_is_a_folder_or_a_bucket() {
        assert_eq!(snapshot_store(&[]).unwrap(), None);
        let folder =
            snapshot_store(&["url=file:///var/lib/snapshots", "timeout=3s"]).unwrap().unwrap();
        assert_eq!(folder.place, SnapshotPlace::Folder("/var/lib/snapshots".into()));
        assert_eq!(folder.timeout, Duration::from_secs(3));

        let key = ["access-key-id=AKIA1", "secret-access-key= s3cret\n"];
        let bucket =
            |more: &[&str]| snapshot_store(&[&["url=s3://bucket/a/b/"], &key[..], more].concat());
        let amazon = bucket(&[]).unwrap().unwrap();
        let SnapshotPlace::Bucket(found) = amazon.place else { panic!("{amazon:?}") };
        assert_eq!((found.name.as_str(), found.prefix.as_str()), ("bucket", "a/b"));
        assert_eq!((found.region.as_str(), found.endpoint), ("us-east-1", None));
        assert_eq!(
            (found.access_key_id.as_str(), found.secret_access_key.as_str()),
            ("AKIA1", "s3cret")
        );

        let open = "endpoint=http://127.0.0.1:9000";
        let error = bucket(&[open]).unwrap_err();
        assert!(error.contains("set CITABLE_SNAPSHOT_STORE_ALLOW_HTTP=1"), "{error}");
        assert!(bucket(&[open, "allow-http"]).unwrap().is_some());
        assert!(bucket(&["endpoint=https://storage.example.com"]).unwrap().is_some());
    }

    #[test]
    fn a_snapshot_store_is_named_whole() {
        for (arguments, told) in [
            (&["url=s3://bucket"][..], "CITABLE_SNAPSHOT_STORE_ACCESS_KEY_ID is missing"),
            (
                &["url=s3://bucket", "access-key-id=AKIA1"],
                "CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY is missing",
            ),
            (&["access-key-id=AKIA1"], "CITABLE_SNAPSHOT_STORE_URL is missing"),
            (&["endpoint=https://storage.example.com"], "CITABLE_SNAPSHOT_STORE_URL is missing"),
            (
                &["url=s3://b", "access-key-id=A", "secret-access-key-file=/no/such/file"],
                "CITABLE_SNAPSHOT_STORE_SECRET_ACCESS_KEY_FILE can't be used",
            ),
        ] {
            let error = snapshot_store(arguments).unwrap_err();
            assert!(error.contains(told), "{arguments:?}: {error}");
        }
    }
}

//! Problem packages in the Kattis problem format
//! (<https://www.kattis.com/problem-package-format/>), which DOMjudge reads, too: reading their
//! settings, and [writing](Package) them.

mod keys;
mod settings;
mod test_groups;
mod writing;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use admiralty_compare::{ComparisonMode, Tolerance};

use crate::build::{BuildRule, Builder};
use crate::case_result::ShownParts;
use crate::cases::Case;
use crate::checker::{Checker, Protocol};
use crate::config::JudgeConfig;
use crate::grading::{GradedGroup, Grading};
use crate::rules::{CaseRules, OutputCheck};
use crate::system::has_executable_mode;
use crate::verdict::Verdict;
use keys::Keys;
use settings::ProblemSettings;
pub(crate) use test_groups::PackageGroup;
use test_groups::{FILES, GroupSettings, GroupTree};
pub use writing::{Package, PackageError};

/// The file with the settings of a package, and its directory with cases.
const SETTINGS: &str = "problem.yaml";
const DATA: &str = "data";
/// The endings of a case's own settings, and of the directory with files that programs find.
const CASE_SETTINGS: &str = "yaml";
const CASE_FILES: &str = "files";
/// In how many directories above cases the settings are looked for.
const DEPTH: usize = 4;
/// The directories of output validators, in the format `legacy` and in later ones.
const VALIDATORS: [&str; 2] = ["output_validators", "output_validator"];
/// A rule for each validator that is no usual source: scripts that build or run it.
const SCRIPTS: &str = r#"
[[build]]
name = "build script"
files = ["build"]
commands = ["sh ./build"]
run = "{dir}/run"

[[build]]
name = "run script"
files = ["run"]
run = "{dir}/run"
"#;

/// Why a package cannot be judged: the file or directory, and the reason.
#[derive(Debug)]
pub struct PackageFault {
    /// The file or directory.
    pub path: PathBuf,
    /// The reason.
    pub message: String,
}

/// A package whose cases are judged.
#[derive(Debug)]
pub(crate) struct ProblemPackage {
    root: PathBuf,
    settings: ProblemSettings,
    /// The settings of directories in `data/` that have some, by their paths in it.
    groups: BTreeMap<String, GroupSettings>,
    /// The settings of each case, if it has some of its own.
    cases: Vec<Option<GroupSettings>>,
    /// What has no effect here: the files that have these keys.
    unused: BTreeMap<String, Vec<String>>,
}

/// What builds output validators.
#[derive(Clone, Debug)]
pub struct ValidatorBuilder(Builder);

impl ValidatorBuilder {
    /// Keeps validators in a directory. They run without a sandbox, so they are built without one.
    pub fn new(cache: PathBuf) -> Self {
        let mut builder = JudgeConfig::default().builder(cache, None);
        builder.rules.splice(0..0, script_rules());
        Self(builder)
    }

    /// The command line of the validator at a path.
    fn build(&self, path: &Path) -> Result<Vec<OsString>, String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut builder = self.0.clone();
        if path
            .metadata()
            .is_ok_and(|it| it.is_file() && has_executable_mode(&it))
        {
            builder.rules.extend(BuildRule::of_script(&name));
        }
        let built = builder
            .build(path, &|| false)
            .map_err(|error| error.to_string())?;
        if built.failed {
            return Err(format!("cannot be built: {}", built.first_message()));
        }
        Ok(built.command_here())
    }
}

fn script_rules() -> Vec<BuildRule> {
    let rules: BTreeMap<String, Vec<BuildRule>> =
        toml::from_str(SCRIPTS).expect("the text is part of the program");
    rules.into_values().flatten().collect()
}

/// The cases of a package, if the path is its directory; otherwise the path.
pub(crate) fn directory_of_cases(path: &Path) -> PathBuf {
    let data = path.join(DATA);
    if path.join(SETTINGS).is_file() && data.is_dir() {
        return data;
    }
    path.to_owned()
}

impl ProblemPackage {
    /// Reads the package that has these cases, if they are in one.
    pub fn of(path: &Path, cases: &[Case]) -> Result<Option<Self>, PackageFault> {
        let Ok(path) = path.canonicalize() else {
            return Ok(None);
        };
        let is_root =
            |root: &&Path| path.starts_with(root.join(DATA)) && root.join(SETTINGS).is_file();
        let Some(root) = path.ancestors().take(DEPTH).find(is_root) else {
            return Ok(None);
        };
        let mut unused = BTreeMap::<_, Vec<_>>::new();
        let mut say_unused = |file: &Path, keys: &[String]| {
            if !keys.is_empty() {
                let file = file.strip_prefix(root).unwrap_or(file);
                let files = unused.entry(keys.join(", ")).or_default();
                files.push(file.display().to_string());
            }
        };
        let file = root.join(SETTINGS);
        let (settings, keys) = read(&file, ProblemSettings::read)?;
        say_unused(&file, &keys);
        let mut group = |file: &Path| {
            if !file.is_file() {
                return Ok(None);
            }
            let (settings, keys) = read(file, GroupSettings::read)?;
            say_unused(file, &keys);
            Ok(Some(settings))
        };
        let mut groups = BTreeMap::new();
        let directories: BTreeSet<_> = cases
            .iter()
            .flat_map(|case| directories_in(root, case))
            .collect();
        for directory in directories {
            for name in FILES {
                let file = root.join(DATA).join(&directory).join(name);
                if let Some(settings) = group(&file)? {
                    groups.insert(directory.clone(), settings);
                }
            }
        }
        let own = cases
            .iter()
            .map(|case| group(&beside(root, case, CASE_SETTINGS)));
        let own = own.collect::<Result<_, _>>()?;
        for case in cases {
            let files = beside(root, case, CASE_FILES);
            if files.is_dir() {
                say_unused(&files, &["files for the program".to_owned()]);
            }
        }
        Ok(Some(Self {
            root: root.to_owned(),
            settings,
            groups,
            cases: own,
            unused,
        }))
    }

    /// The keys that have no effect here, in one line.
    pub fn remark(&self) -> Option<String> {
        let of_files = |(keys, files): (&String, &Vec<String>)| match files.as_slice() {
            [file] => format!("{file}: {keys}"),
            all => format!("{} and {} more: {keys}", all[0], all.len() - 1),
        };
        let all: Vec<_> = self.unused.iter().map(of_files).collect();
        let all = all.join("; ");
        (!all.is_empty()).then(|| format!("these settings of the package are not used: {all}"))
    }

    /// The rules of each case, and how they earn points if they do.
    pub fn judging(
        &self,
        cases: &[Case],
        usual: &CaseRules,
        builder: Option<&ValidatorBuilder>,
    ) -> Result<(Vec<CaseRules>, Vec<PackageGroup>), PackageFault> {
        let fault = |path: PathBuf| move |message| PackageFault { path, message };
        let tree = GroupTree {
            problem: &self.settings,
            settings: &self.groups,
        };
        let directories: Vec<_> = cases
            .iter()
            .map(|case| directory_in(&self.root, case))
            .collect();
        let groups = if self.settings.is_scoring {
            let paths: Vec<_> = directories.iter().map(Path::new).collect();
            tree.groups(&paths).map_err(fault(self.root.join(DATA)))?
        } else {
            Vec::new()
        };
        let validator = match (self.validator()?, builder) {
            (None, _) => None,
            (Some(path), Some(builder)) => Some(builder.build(&path).map_err(fault(path))?),
            (Some(path), None) => {
                return Err(fault(path)(
                    "there is no directory for caches: set HOME".to_owned(),
                ));
            }
        };
        let mut rules = Vec::new();
        for (case, directory) in directories.iter().enumerate() {
            let own = self.cases[case].as_ref();
            let args = own.and_then(|own| own.validator_args.clone());
            let args = args.or_else(|| tree.nearest(directory).validator_args);
            let args = args.unwrap_or_default();
            let args: Vec<_> = self
                .settings
                .validator_flags
                .iter()
                .chain(&args)
                .cloned()
                .collect();
            let group = groups.iter().find(|group| group.cases.contains(&case));
            let comparing = match &validator {
                Some(command) => OutputCheck::Checker(Checker {
                    protocol: Protocol::Kattis,
                    command: command.clone(),
                    arguments: args.into_iter().map(OsString::from).collect(),
                    full_score: group.map_or(1.0, |group| group.full_score),
                }),
                None => OutputCheck::Mode(mode(&args).map_err(fault(self.root.join(SETTINGS)))?),
            };
            let mut limits = usual.limits;
            self.settings.limits.apply(&mut limits);
            rules.push(CaseRules {
                limits,
                comparing,
                ..usual.clone()
            });
        }
        Ok((rules, groups))
    }

    /// Whether programs earn points.
    pub const fn is_scoring(&self) -> bool {
        self.settings.is_scoring
    }

    /// Adds groups of which these cases are selected.
    pub fn add_groups(
        &self,
        groups: Vec<PackageGroup>,
        grading: &mut Grading,
        names: &[&str],
        selected: &[&str],
    ) {
        for group in groups {
            let is_sample = group.name.starts_with("sample");
            let shares = group
                .cases
                .iter()
                .map(|&case| (names[case], group.points_each));
            let of = GradedGroup {
                name: group.name.clone(),
                scoring: group.scoring,
                breaks: group.breaks,
                needs: group.needs,
                is_hidden: false,
                show: if is_sample {
                    ShownParts::All
                } else {
                    ShownParts::Verdict
                },
                accepted: vec![Verdict::Accepted],
            };
            let hint = |name: &str| {
                let case = names.iter().position(|it| *it == name);
                let own = case.and_then(|case| self.cases[case].as_ref());
                let of_group = self.groups.get(&group.name);
                [own, of_group]
                    .into_iter()
                    .flatten()
                    .find_map(|it| it.hint.clone())
            };
            grading.add(of, shares, hint, selected);
        }
    }

    /// The path of the only output validator, if outputs are not just compared.
    fn validator(&self) -> Result<Option<PathBuf>, PackageFault> {
        if self.settings.is_custom == Some(false) {
            return Ok(None);
        }
        let [several, only] = VALIDATORS.map(|name| self.root.join(name));
        let of_directory = |path: &Path| {
            let entries = fs::read_dir(path).into_iter().flatten().flatten();
            let visible =
                entries.filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
            visible.map(|entry| entry.path()).collect::<Vec<_>>()
        };
        let message = match of_directory(&several).as_slice() {
            _ if !self.settings.is_legacy && only.is_dir() => return Ok(Some(only)),
            [path] => return Ok(Some(path.clone())),
            [] if self.settings.is_custom.is_none() => return Ok(None),
            [] => "there is no output validator".to_owned(),
            all => format!(
                "there are {} output validators; only one is supported",
                all.len()
            ),
        };
        Err(PackageFault {
            path: several,
            message,
        })
    }
}

/// Reads a file of settings, and names it in an error.
fn read<T>(
    path: &Path,
    of_keys: impl FnOnce(Keys) -> Result<T, String>,
) -> Result<T, PackageFault> {
    Keys::read(path)
        .and_then(of_keys)
        .map_err(|message| PackageFault {
            path: path.to_owned(),
            message,
        })
}

/// The path of a case's directory in `data/`.
fn directory_in(root: &Path, case: &Case) -> String {
    let directory = case.input.parent().and_then(|it| it.canonicalize().ok());
    let directory = directory.unwrap_or_default();
    let inner = directory.strip_prefix(root.join(DATA));
    inner
        .unwrap_or(Path::new(""))
        .to_string_lossy()
        .into_owned()
}

/// The path of what a case has besides its input.
fn beside(root: &Path, case: &Case, ending: &str) -> PathBuf {
    let name = case.input.with_extension(ending);
    let directory = root.join(DATA).join(directory_in(root, case));
    directory.join(name.file_name().unwrap_or_default())
}

/// The path of a case's directory and those above it; the last one is empty.
fn directories_in(root: &Path, case: &Case) -> Vec<String> {
    let inner = directory_in(root, case);
    let all = Path::new(&inner).ancestors();
    all.map(|path| path.to_string_lossy().into_owned())
        .collect()
}

/// The way of comparing of the default validator with these arguments.
fn mode(args: &[String]) -> Result<ComparisonMode, String> {
    let (mut is_sensitive, mut is_exact) = (false, false);
    let (mut absolute, mut relative) = (None, None);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut number = || {
            let number = words
                .next()
                .and_then(|word| word.parse().ok())
                .and_then(Tolerance::new);
            number.ok_or_else(|| format!("{word} needs a number"))
        };
        match &**word {
            "case_sensitive" => is_sensitive = true,
            "space_change_sensitive" => is_exact = true,
            "float_tolerance" => {
                absolute = Some(number()?);
                relative = absolute;
            }
            "float_absolute_tolerance" => absolute = Some(number()?),
            "float_relative_tolerance" => relative = Some(number()?),
            _ => {
                return Err(format!(
                    "the default output validator has no argument {word}"
                ));
            }
        }
    }
    match (absolute, is_sensitive, is_exact) {
        _ if absolute != relative => {
            Err("the absolute and the relative tolerance must be equal".to_owned())
        }
        (Some(tolerance), false, false) => Ok(ComparisonMode::Float(tolerance)),
        (None, true, true) => Ok(ComparisonMode::Exact),
        (None, true, false) => Ok(ComparisonMode::Tokens),
        (None, false, false) => Ok(ComparisonMode::Caseless),
        _ => Err(format!(
            "outputs cannot be compared with {} together",
            args.join(" ")
        )),
    }
}

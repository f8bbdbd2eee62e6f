//! Archives that are handed in, also hostile ones.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::Command;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use tar::{EntryType, Header};

use super::many::rows;
use super::room::Room;
use crate::support::has_for;

const AHOY: &str = "int puts(const char *);\nint main(void) { puts(\"ahoy\"); return 0; }\n";

/// A zip file with these files.
pub fn zip(files: &[(&str, impl AsRef<[u8]>)]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut output);
    for (name, contents) in files {
        let file = archive.new_file(EntryPath::verbatim(name.as_bytes()));
        let file = file.compression_method(CompressionMethod::DEFLATE).start();
        let (mut entry, config) = file.expect("an entry");
        let encoder = DeflateEncoder::new(&mut entry, Compression::fast());
        let mut writer = config.wrap(encoder);
        writer.write_all(contents.as_ref()).expect("written");
        let (encoder, descriptor) = writer.finish().expect("compressed");
        encoder.finish().expect("compressed");
        entry.finish(descriptor).expect("an entry");
    }
    archive.finish().expect("an archive");
    output
}

/// A tar file with these files.
pub fn tar(files: &[(&str, impl AsRef<[u8]>)], is_compressed: bool) -> Vec<u8> {
    let entries = files
        .iter()
        .map(|(name, contents)| (*name, EntryType::Regular, contents.as_ref()));
    tar_of(entries, is_compressed)
}

/// A tar file with entries of any kind; the contents of a link are its target.
fn tar_of<'e>(
    entries: impl IntoIterator<Item = (&'e str, EntryType, &'e [u8])>,
    is_compressed: bool,
) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, kind, contents) in entries {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_mode(0o644);
        // The library refuses the names that these tests need.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        let is_link = kind == EntryType::Symlink || kind == EntryType::Link;
        let data = if is_link {
            header.as_old_mut().linkname[..contents.len()].copy_from_slice(contents);
            &[]
        } else {
            contents
        };
        header.set_size(data.len() as u64);
        header.set_cksum();
        archive.append(&header, data).expect("an entry");
    }
    let bytes = archive.into_inner().expect("an archive");
    if !is_compressed {
        return bytes;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&bytes).expect("compressed");
    encoder.finish().expect("compressed")
}

/// An archive: its name, its bytes, and why it is refused.
type Archive = (&'static str, Vec<u8>, &'static str);

fn leading_out() -> Vec<Archive> {
    let above = zip(&[("../planted.c", AHOY)]);
    let above_of_windows = zip(&[("..\\planted.c", AHOY)]);
    let within = tar(&[("a/../../planted.c", AHOY)], false);
    let absolute = [("/planted.c", AHOY)];
    vec![
        (
            "above.zip",
            above,
            "the archive writes outside its directory: ../planted.c",
        ),
        (
            "above of windows.zip",
            above_of_windows,
            "the archive writes outside its directory: ../planted.c",
        ),
        (
            "above.tar",
            within,
            "the archive writes outside its directory: a/../../planted.c",
        ),
        (
            "absolute.zip",
            zip(&absolute),
            "the archive writes outside its directory: /planted.c",
        ),
        (
            "absolute.tgz",
            tar(&absolute, true),
            "the archive writes outside its directory: /planted.c",
        ),
    ]
}

fn too_large() -> Vec<Archive> {
    let bomb = zip(&[("ships.c", vec![0; 65 << 20])]);
    let many: Vec<_> = (0..10_001).map(|number| (number.to_string(), "")).collect();
    let many: Vec<_> = many.iter().map(|(name, text)| (&**name, *text)).collect();
    let deep = "d/".repeat(40) + "ships.c";
    vec![
        ("bomb.zip", bomb, "more than 64 MiB"),
        ("large.tar", Vec::new(), "more than 1024 MiB"),
        (
            "many.tgz",
            tar(&many, true),
            "the archive has more than 10000 files",
        ),
        (
            "deep.zip",
            zip(&[(&*deep, AHOY)]),
            "the archive nests directories more than 16 deep: ",
        ),
    ]
}

fn damaged() -> Vec<Archive> {
    const DAMAGED: &str = "not an archive, or damaged: ";
    let whole = zip(&[("ships.c", AHOY)]);
    let packed = tar(&[("ships.c", AHOY)], true);
    // The flag in both headers of the only entry, and its checksum.
    let central = whole.windows(4).position(|it| it == b"PK\x01\x02");
    let central = central.expect("a header");
    let mut encrypted = whole.clone();
    encrypted[6] |= 1;
    encrypted[central + 8] |= 1;
    let mut changed = whole.clone();
    changed[central + 16] ^= 1;
    let twice = zip(&[("ships.c", AHOY), ("ships.c", "")]);
    let twice_in_tar = tar(&[("ships.c", AHOY), ("./ships.c", "")], false);
    let both = zip(&[("a", AHOY), ("a/b.c", "")]);
    let cut_tar = tar(&[("ships.c", AHOY)], false)[..520].to_vec();
    vec![
        (
            "twice.zip",
            twice,
            "the archive has two files called ships.c",
        ),
        (
            "twice.tar",
            twice_in_tar,
            "the archive has two files called ./ships.c",
        ),
        (
            "file and directory.zip",
            both,
            "the archive has two files called a/b.c",
        ),
        ("cut.zip", whole[..whole.len() - 20].to_vec(), DAMAGED),
        ("cut.tgz", packed[..packed.len() - 20].to_vec(), DAMAGED),
        ("cut.tar", cut_tar, DAMAGED),
        (
            "changed.zip",
            changed,
            "not an archive, or damaged: Invalid checksum",
        ),
        (
            "encrypted.zip",
            encrypted,
            "ships.c in the archive is encrypted",
        ),
        ("text.zip", b"no archive".to_vec(), DAMAGED),
        ("text.tar", [b'x'; 1024].to_vec(), DAMAGED),
        ("empty.zip", Vec::new(), DAMAGED),
        ("empty.tar", Vec::new(), "the archive has no sources"),
    ]
}

fn links(target: &str) -> Vec<Archive> {
    let link = |kind| tar_of([("ships.c", kind, target.as_bytes())], false);
    let (soft, hard) = (link(EntryType::Symlink), link(EntryType::Link));
    vec![
        ("link.tar", soft, "the archive has no sources"),
        ("hard link.tar", hard, "the archive has no sources"),
    ]
}

#[apply(trial)]
fn hostile_archives_harm_nothing() {
    let room = Room::with(&[("1", "", "ahoy\n"), ("2", "", "ahoy\n")]);
    room.write("secret.c", AHOY);
    let secret = room.path().join("secret.c");
    let secret = secret.to_str().expect("a path");
    let through_link = tar_of(
        [
            ("out", EntryType::Symlink, &b".."[..]),
            ("out/planted.c", EntryType::Regular, AHOY.as_bytes()),
        ],
        false,
    );
    let cases = [leading_out(), too_large(), damaged(), links(secret)].concat();
    for (name, bytes, _) in &cases {
        room.write(&format!("programs/{name}"), bytes);
    }
    let large = room.path().join("programs/large.tar");
    let large = fs::File::options().write(true).open(large).expect("a file");
    large.set_len((1 << 30) + 1).expect("a file with holes");
    // The link does not count, so this is a directory.
    room.write("programs/through link.tar", through_link);
    symlink(secret, room.path().join("programs/right.c")).expect("a link");
    let judged = room.admiralty("grade cases programs -j 1").expect(1);
    let found = rows(&judged.stdout);
    for (name, _, reason) in &cases {
        let is_it = |row: &&&str| row.starts_with(&format!("{name} ")) && row.contains(reason);
        let is_refused = found
            .iter()
            .any(|row| is_it(&row) && row.contains("  not judged: cannot unpack "));
        assert!(is_refused, "{name}: {reason}\n{}", judged.stdout);
    }
    for right in ["right.c ", "through link.tar "] {
        let is_right = |row: &&str| row.starts_with(right) && row.ends_with("2/2  ..  C");
        assert!(found.iter().any(is_right), "{}", judged.stdout);
    }
    // Neither outside nor in what is left of the builds.
    let planted = |directory: &str| fs::exists(room.path().join(directory).join("planted.c"));
    for directory in [
        "",
        "programs",
        "home",
        "home/.cache/admiralty",
        "home/.cache/admiralty/builds",
    ] {
        assert!(!planted(directory).expect(directory), "{directory}");
    }
    let builds = fs::read_dir(room.path().join("home/.cache/admiralty/builds"));
    let is_temporary = |name: &str| name.starts_with("new-");
    let left = builds.expect("builds").flatten();
    let left: Vec<_> = left
        .map(|it| it.file_name().to_string_lossy().into_owned())
        .filter(|it| is_temporary(it))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    // A judge of 65 MiB of zeros keeps little of them.
    assert!(judged.memory < 64 << 20, "{}", judged.memory);
}

/// As Moodle gives it, with and without directories, and packed again by somebody.
#[apply(trial)]
fn an_export_of_moodle_is_judged_as_it_is() {
    let room = Room::with(&[("1", "", "ahoy\n")]);
    let help = "void help(void);\nint main(void) { help(); return 0; }\n";
    let helper = "int puts(const char *);\nvoid help(void) { puts(\"ahoy\"); }\n";
    let project = zip(&[("ships/ships.c", AHOY)]);
    let including = format!("#include \"lib/help.h\"\n{AHOY}");
    let flat: [(&str, &[u8]); 8] = [
        ("Ada Byron_1_assignsubmission_file_ships.c", help.as_bytes()),
        (
            "Ada Byron_1_assignsubmission_file_help.c",
            helper.as_bytes(),
        ),
        (
            "Ada Byron_1_assignsubmission_onlinetext_onlinetext.html",
            b"I like ships.",
        ),
        (
            "Żaneta Kowalska_20_assignsubmission_file_ships.zip",
            &project,
        ),
        (
            "Jan Kowalski_3_assignsubmission_file_my_ships.c",
            including.as_bytes(),
        ),
        ("Jan Kowalski_3_assignsubmission_file_lib/help.h", b""),
        (
            "Jan Kowalski_4_assignsubmission_file_ships.c",
            AHOY.as_bytes(),
        ),
        (
            "Max Born_5_assignsubmission_onlinetext_onlinetext.html",
            b"I have none.",
        ),
    ];
    let in_directories: Vec<_> = flat
        .iter()
        .map(|(name, contents)| {
            let at = name
                .find("_file_")
                .map_or_else(|| name.rfind("_o"), |at| Some(at + 5));
            let (directory, file) = name.split_at(at.expect("an ending") + 1);
            (format!("{directory}/{file}"), *contents)
        })
        .collect();
    let in_directories: Vec<_> = in_directories
        .iter()
        .map(|(name, contents)| (&**name, *contents))
        .collect();
    let again: Vec<_> = in_directories
        .iter()
        .map(|(name, contents)| (format!("class/{name}"), *contents))
        .collect();
    let again: Vec<_> = again
        .iter()
        .map(|(name, contents)| (&**name, *contents))
        .collect();
    for (name, contents) in &flat {
        room.write(&format!("flat/{name}"), contents);
    }
    room.write("flat.zip", zip(&flat));
    room.write("directories.zip", zip(&in_directories));
    room.write("again.zip", zip(&again));
    let expected = [
        "Ada Byron_1         1/1  .  C",
        "Jan Kowalski_3      1/1  .  C",
        "Jan Kowalski_4      1/1  .  C",
        "Max Born_5            -  not judged: only text typed into Moodle (onlinetext.html)",
        "Żaneta Kowalska_20  1/1  .  C",
    ];
    for class in ["flat", "flat.zip", "directories.zip", "again.zip"] {
        let judged = room
            .admiralty(&format!("grade cases {class} --html pages"))
            .expect(1);
        let found = rows(&judged.stdout);
        let is_like = |(found, expected): (&&str, &&str)| found.starts_with(*expected);
        assert_eq!(found.len(), expected.len(), "{class}: {}", judged.stdout);
        assert!(
            found.iter().zip(&expected).all(is_like),
            "{class}: {}",
            judged.stdout
        );
        let pages = fs::read_dir(room.path().join("pages/students"))
            .expect("pages")
            .flatten();
        let is_feedback = |name: &str| name.contains("_assignfeedback_file_");
        assert!(
            pages
                .map(|it| it.file_name())
                .all(|it| is_feedback(&it.to_string_lossy()))
        );
    }
    let left = fs::read_dir(room.path().join("flat")).expect("a directory");
    assert_eq!(left.count(), flat.len());
}

/// Fills a directory with empty files: one file with many names, which takes less time than many files.
fn fill(room: &Room, directory: &str, count: usize) {
    let directory = room.path().join(directory);
    let path = |number| directory.join(format!("{number}.js"));
    fs::create_dir_all(&directory).expect("a folder");
    fs::write(path(0), "").expect("written");
    (1..count).for_each(|number| fs::hard_link(path(0), path(number)).expect("a name"));
}

/// What tools have put there does not count, however much it is.
#[apply(trial)]
fn what_tools_leave_does_not_count() {
    let room = Room::with(&[("1", "", "ahoy\n")]);
    let modules: Vec<_> = (0..10_001)
        .map(|number| format!("web/node_modules/{number}.js"))
        .collect();
    let mut files: Vec<(&str, Vec<u8>)> = vec![
        (".vs/ships/Browse.VC.db", vec![0; 65 << 20]),
        (".git/objects/pack/1.pack", vec![1; 1 << 20]),
        ("__MACOSX/._ships.c", vec![2; 100]),
        ("ships/Debug/makefile", b"all:\n\tfalse\n".to_vec()),
        ("ships/x64/Release/ships.c", b"int main(void) {}\n".to_vec()),
        (".idea/misc.xml", Vec::new()),
        ("ships/ships.c", AHOY.into()),
    ];
    for (name, contents) in &files {
        room.write(&format!("programs/open/{name}"), contents);
    }
    fill(&room, "programs/open/web/node_modules", 10_001);
    files.extend(modules.iter().map(|name| (&**name, Vec::new())));
    room.write("programs/packed.zip", zip(&files));
    // The names of a tar file are short here.
    room.write("programs/packed.tgz", tar(&files, true));
    fill(&room, "programs/too many/data", 10_001);
    room.write("programs/too many/ships.c", AHOY);
    let judged = room.admiralty("grade cases programs").expect(1);
    let too_many = "it has more than 10000 files, most of them in data";
    let expected = [
        "open        1/1  .  C".to_owned(),
        "packed.tgz  1/1  .  C".to_owned(),
        "packed.zip  1/1  .  C".to_owned(),
        format!("too many      -  not judged: cannot build: {too_many}"),
    ];
    assert_eq!(rows(&judged.stdout), expected);
}

/// An archive in an archive is unpacked, and so are those that another program can read.
#[apply(trial)]
fn archives_within_archives_and_of_other_kinds() {
    let room = Room::with(&[("1", "", "ahoy\n")]);
    let inner = zip(&[("ships.c", AHOY)]);
    let outer = zip(&[
        ("report.txt", b"by anna".as_slice()),
        ("a/ships.zip", &inner),
    ]);
    room.write("programs/once.zip", &outer);
    room.write("programs/twice.zip", zip(&[("once.zip", &outer)]));
    room.write("programs/rar/ships.rar", b"Rar!");
    let mut expected = vec![
        "once.zip   1/1  .  C".to_owned(),
        "twice.zip    -  not judged: cannot unpack twice.zip: the archive has no sources"
            .to_owned(),
    ];
    let refused = |reason| format!("rar          -  not judged: cannot unpack ships.rar: {reason}");
    if has_for("judge: .7z", "bsdtar") {
        room.write("ships.c", AHOY);
        let seven = room.path().join("programs/seven.7z");
        let mut packing = Command::new("bsdtar");
        packing
            .args(["-cf"])
            .arg(&seven)
            .args(["--format=7zip", "ships.c"]);
        let packed = packing.current_dir(room.path()).status();
        assert!(packed.expect("bsdtar").success());
        expected.insert(1, "seven.7z   1/1  .  C".to_owned());
        let judged = room.admiralty("grade cases programs").expect(1);
        judged.prints(refused("not an archive, or damaged: "));
        let mut found = rows(&judged.stdout);
        found.retain(|row| !row.starts_with("rar "));
        assert_eq!(found, expected, "{}", judged.stderr);
    }
    let without = room
        .admiralty("grade cases programs")
        .env("PATH", "/nowhere");
    without.expect(1).prints(refused("bsdtar is not installed"));
}

/// The table is that of the same submissions in a directory.
#[apply(trial)]
fn a_class_may_be_an_archive() {
    let room = Room::with(&[("1", "", "ahoy\n")]);
    let files = [("anna/main.c", AHOY), ("bob/main.c", "int main(void) {}\n")];
    for (name, text) in files {
        room.write(&format!("programs/{name}"), text);
    }
    room.write("class.zip", zip(&files));
    room.write("class.tgz", tar(&files, true));
    room.write("class.tar", "no archive");
    let grade = |class: &str| room.admiralty(&format!("grade cases {class}")).run();
    let whole = grade("programs");
    whole.prints("anna     1/1  .  C\nbob      0/1  W  C\n");
    for archive in ["class.zip", "class.tgz"] {
        let judged = grade(archive);
        assert_eq!(judged.stdout, whole.stdout, "{}", judged.stderr);
        assert_eq!(judged.status.code(), Some(1));
    }
    let judged = grade("class.tar");
    assert_eq!(judged.status.code(), Some(2));
    judged.complains("cannot unpack class.tar: not an archive, or damaged");
    let left = fs::read_dir(room.path().join("tmp")).expect("a directory");
    assert_eq!(left.count(), 0);
}

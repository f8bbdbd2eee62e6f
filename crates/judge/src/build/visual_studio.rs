//! Visual Studio projects.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// The extension of a project.
pub const EXTENSION: &str = "vcxproj";

/// The sources that a project lists, as it writes their paths; `None` if it does not list them one by one, which
/// stands for all that are in its directory.
pub fn listed_sources(project: &str) -> Option<Vec<String>> {
    let mut reader = Reader::from_str(project.trim_start_matches('\u{feff}'));
    // Each with whether it is excluded.
    let mut sources: Vec<(String, bool)> = Vec::new();
    // Whether the text of the current element decides about the last one.
    let mut decides = false;
    loop {
        match reader.read_event() {
            Ok(Event::Start(element) | Event::Empty(element)) => {
                decides = element.local_name().as_ref() == b"ExcludedFromBuild";
                if element.local_name().as_ref() == b"ClCompile" {
                    sources.extend(included(&element).map(|source| (source, false)));
                }
            }
            Ok(Event::Text(text)) if decides => {
                if let Some((_, is_excluded)) = sources.last_mut() {
                    *is_excluded |= text.trim_ascii() == b"true";
                }
                decides = false;
            }
            // What comes before a fault counts.
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    let sources = sources.into_iter().filter(|(_, is_excluded)| !is_excluded);
    let sources: Vec<_> = sources.map(|(source, _)| source).collect();
    let is_pattern = |source: &String| source.contains(['*', '$', '%']);
    (!sources.is_empty() && !sources.iter().any(is_pattern)).then_some(sources)
}

fn included(element: &BytesStart<'_>) -> Option<String> {
    let include = element.try_get_attribute("Include").ok()??;
    let value = include.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_lists_its_sources_or_none() {
        let project = |items: &str| {
            format!(
                "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Project>\
                 <ItemDefinitionGroup><ClCompile><Optimization>Disabled</Optimization></ClCompile>\
                 </ItemDefinitionGroup><ItemGroup>{items}</ItemGroup></Project>"
            )
        };
        let listed = r#"<ClCompile Include="main.cpp" /><ClCompile Include="..\sea\a &amp; b.cpp"></ClCompile>
            <ClInclude Include="sea.h" /><ClCompile Include="old.cpp"><ExcludedFromBuild
            Condition="'$(Configuration)'=='Debug'">true</ExcludedFromBuild><ExcludedFromBuild
            Condition="'$(Configuration)'=='Release'">true</ExcludedFromBuild></ClCompile>
            <ClCompile Include="kept.cpp"><ExcludedFromBuild>false</ExcludedFromBuild></ClCompile>"#;
        let sources = ["main.cpp", "../sea/a & b.cpp", "kept.cpp"].map(str::to_owned);
        assert_eq!(listed_sources(&project(listed)), Some(sources.to_vec()));
        for items in [
            "",
            r#"<ClInclude Include="sea.h" />"#,
            r#"<ClCompile Include="**\*.cpp" />"#,
            r#"<ClCompile Include="$(ProjectDir)main.cpp" />"#,
        ] {
            assert_eq!(listed_sources(&project(items)), None, "{items}");
        }
        assert_eq!(listed_sources("no project <"), None);
    }
}

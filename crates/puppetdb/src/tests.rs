//! A server on this machine gives recorded answers, each a file in `recorded/`.

use super::{RESOURCES_PATH, exported_path, request, type_name};
use modelwright_metamodel::input::Limits;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

/// Requests a path, and returns the text of the answer or the problem, and the request line that the server received.
fn ask_for(path: String, answer: &'static [u8], limits: &Limits) -> (String, String) {
    let server = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", server.local_addr().expect("an address"));
    let serving = thread::spawn(move || {
        let (mut stream, _) = server.accept().expect("a connection");
        let mut head = [0; 4096];
        let length = stream.read(&mut head).expect("a request");
        stream.write_all(answer).expect("a client that reads");
        if answer.is_empty() {
            // The client ends the connection when it has waited long enough.
            let _ = stream.read(&mut head);
        }
        String::from_utf8_lossy(&head[..length]).lines().next().unwrap_or_default().to_owned()
    });
    let found = match request(&url, std::iter::once(path), limits, Duration::from_secs(2)) {
        Ok(answers) => answers.iter().map(|source| format!("{}: {}", source.name(), source.text())).collect(),
        Err(problem) => problem.to_string(),
    };
    (found.replace(&url, "URL"), serving.join().expect("a server"))
}

/// Requests the resources of one type.
fn ask(answer: &'static [u8], limits: &Limits) -> (String, String) {
    ask_for(format!("{RESOURCES_PATH}/{}", type_name("::nginx::vhost")), answer, limits)
}

macro_rules! check {
    ($($test:ident: $file:literal => $expected:literal;)+) => {
        $(#[test]
        fn $test() {
            let (found, asked) = ask(include_bytes!(concat!("../recorded/", $file)), &Limits::default());
            assert!(found.starts_with($expected), "{found}");
            assert_eq!(asked, "GET /pdb/query/v4/resources/Nginx::Vhost HTTP/1.1");
        })+
    };
}

check! {
    resources_are_returned_as_they_are: "resources.http" => "URL/pdb/query/v4/resources/Nginx::Vhost: [ {\n  \"tags\"";
    an_unknown_endpoint_is_a_problem: "not-found.http" => "error[MW0001]: cannot read URL/pdb/query/v4/resources/Nginx::Vhost: expected the status 200, found 404 Not Found";
    a_redirect_is_not_followed: "redirect.http" => "error[MW0001]: cannot read URL/pdb/query/v4/resources/Nginx::Vhost: expected the status 200, found 302 Found";
    another_protocol_is_a_problem: "no-http.http" => "error[MW0001]: cannot read URL/pdb/query/v4/resources/Nginx::Vhost: ";
    an_answer_that_ends_early_is_a_problem: "truncated.http" => "error[MW0001]: cannot read URL/pdb/query/v4/resources/Nginx::Vhost: ";
    a_server_that_does_not_answer_is_a_problem: "silence.http" => "error[MW0001]: cannot read URL/pdb/query/v4/resources/Nginx::Vhost: timeout";
}

#[test]
fn large_answers_are_rejected() {
    let limits = Limits { document: 100, ..Limits::default() };
    let (found, _) = ask(include_bytes!("../recorded/resources.http"), &limits);
    assert!(
        found.contains("the answer of URL/pdb/query/v4/resources/Nginx::Vhost is larger than 100 bytes"),
        "{found}"
    );
}

#[test]
fn exported_resources_are_requested_by_a_query() {
    let (found, asked) =
        ask_for(exported_path(), include_bytes!("../recorded/resources.http"), &Limits::default());
    let path = "/pdb/query/v4/resources?query=%5B%22%3D%22%2C%22exported%22%2Ctrue%5D";
    assert!(found.starts_with(&format!("URL{path}: [ {{")), "{found}");
    assert_eq!(asked, format!("GET {path} HTTP/1.1"));
}

#[test]
fn only_urls_of_http_are_accepted() {
    for url in ["https://localhost:8081", "localhost:8080", "file:///etc/passwd"] {
        let found = request(url, std::iter::empty(), &Limits::default(), Duration::from_secs(1));
        let problem = found.expect_err("an error").to_string();
        assert!(
            problem.contains(&format!("expected a URL that starts with http://, found `{url}`")),
            "{problem}"
        );
    }
}

#[test]
fn names_of_types_have_capital_letters() {
    for (kind, name) in [("file", "File"), ("::nginx::vhost", "Nginx::Vhost"), ("", "")] {
        assert_eq!(type_name(kind), name);
    }
}

//! The registry of the pages of codes: one file for each code, and one line for each file.
//!
//! Every example of a page is run by `cli/tests/docs.rs`, and so is the page of the site that lists them.

use modelwright_metamodel::diagnostic::Code;

macro_rules! registry {
    ($($id:literal)+) => {
        /// The pages with their codes, in ascending order.
        pub(crate) const PAGES: &[(&str, &str)] =
            &[$(($id, include_str!(concat!("pages/", $id, ".md")))),+];
    };
}

registry! {
    "MW0001"
    "MW0002"
    "MW0003"
    "MW0004"
    "MW0005"
    "MW0006"
    "MW0007"
    "MW0008"
    "MW0009"
    "MW0010"
    "MW0011"
    "MW0101"
    "MW0102"
    "MW0103"
    "MW0104"
    "MW0105"
    "MW0106"
    "MW0107"
    "MW0108"
    "MW0109"
    "MW0110"
    "MW0111"
    "MW0112"
    "MW0113"
    "MW0201"
    "MW0202"
    "MW0204"
    "MW0206"
    "MW0207"
    "MW0208"
    "MW0300"
    "MW0301"
    "MW0302"
    "MW0303"
    "MW0304"
    "MW0305"
    "MW0306"
    "MW0340"
    "MW0401"
    "MW0402"
    "MW0403"
    "MW0404"
    "MW0405"
    "MW0406"
    "MW0407"
    "MW0408"
    "MW0409"
    "MW0410"
    "MW0411"
    "MW0412"
    "MW0413"
    "MW0414"
    "MW0415"
    "MW0416"
    "MW0417"
    "MW0418"
    "MW0419"
    "MW0420"
    "MW0421"
    "MW0422"
    "MW0423"
    "MW0424"
    "MW0425"
    "MW0426"
    "MW0427"
    "MW0428"
    "MW0429"
    "MW0430"
    "MW0431"
    "MW0432"
    "MW0433"
    "MW0434"
    "MW0435"
    "MW0436"
    "MW0437"
    "MW0438"
    "MW0439"
    "MW0440"
    "MW0441"
    "MW0442"
    "MW0443"
    "MW0444"
    "MW0445"
    "MW0446"
    "MW0447"
    "MW0448"
    "MW0449"
    "MW0450"
    "MW0451"
    "MW0452"
    "MW0501"
    "MW0502"
    "MW0503"
    "MW0504"
    "MW0505"
    "MW0506"
    "MW0507"
    "MW0508"
    "MW0509"
    "MW0510"
    "MW0511"
    "MW0512"
    "MW0513"
    "MW0514"
    "MW0515"
    "MW0516"
    "MW0517"
    "MW0518"
    "MW0519"
    "MW0520"
    "MW0521"
    "MW0601"
    "MW0602"
    "MW0603"
    "MW0604"
    "MW0605"
    "MW0606"
    "MW0607"
    "MW0608"
    "MW0609"
    "MW0610"
    "MW0611"
    "MW0612"
    "MW0613"
    "MW0614"
    "MW0615"
    "MW0616"
    "MW0617"
    "MW0618"
    "MW0619"
    "MW0620"
    "MW0622"
    "MW0623"
    "MW0624"
    "MW0625"
    "MW0626"
    "MW0627"
    "MW0630"
    "MW0631"
    "MW0632"
    "MW0701"
    "MW0702"
    "MW0703"
    "MW0710"
    "MW0711"
    "MW0712"
    "MW0713"
    "MW0714"
    "MW0720"
    "MW0730"
    "MW0731"
    "MW0732"
    "MW0733"
    "MW0740"
    "MW0741"
    "MW0742"
    "MW0743"
    "MW0801"
    "MW0802"
    "MW0803"
    "MW0804"
    "MW0805"
    "MW0806"
    "MW0807"
    "MW0808"
    "MW0809"
    "MW0810"
    "MW0811"
    "MW0812"
    "MW0813"
    "MW0814"
    "MW0815"
    "MW0816"
    "MW0817"
    "MW0818"
    "MW0819"
    "MW0920"
    "MW0921"
    "MW0922"
    "MW0923"
    "MW0924"
    "MW0925"
    "MW0926"
    "MW0927"
    "MW0928"
    "MW0929"
    "MW0930"
    "MW0931"
    "MW0932"
    "MW0933"
    "MW0934"
    "MW0935"
    "MW0940"
    "MW0941"
    "MW0942"
    "MW0951"
    "MW0952"
}

/// The page of a code.
pub(super) fn of(code: Code) -> Option<&'static str> {
    PAGES.iter().find(|(id, _)| *id == code.id()).map(|(_, page)| *page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use modelwright_metamodel::diagnostic::codes;

    /// Codes that no input causes: readers and edits reject such values with another code, so there is nothing to show.
    const WITHOUT_PAGE: [&str; 1] = ["MW0621"];

    #[test]
    fn every_code_has_a_page() {
        assert!(PAGES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let without: Vec<&str> =
            codes::ALL.iter().filter(|code| of(**code).is_none()).map(|code| code.id()).collect();
        assert_eq!(without, WITHOUT_PAGE, "codes without a page");
        assert_eq!(PAGES.len() + without.len(), codes::ALL.len(), "a page has a code that does not exist");
    }

    #[test]
    fn pages_begin_with_the_title_and_the_description_of_their_code() {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (id, page) in PAGES {
            let code = codes::find(id).expect(id);
            let start = format!("# {id}: {} {}", code.title(), words(code.explanation()));
            assert!(words(page).starts_with(&start), "{id} must start with\n{start}");
        }
    }
}

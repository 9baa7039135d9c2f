//! Recognising what names a person: shapes of values, names of columns, and both together.

use incrowd_columns::identifier::{
    ColumnLook, Content, EvidenceSource, Identifier, by_name, by_value,
};
use proptest::prelude::*;

fn look(cells: &[(&str, u64)]) -> ColumnLook {
    let mut look = ColumnLook::default();
    cells.iter().for_each(|&(cell, rows)| look.see(cell, rows));
    look
}

/// The texts of a list.
fn listed(list: &str) -> impl Iterator<Item = &str> {
    list.split(" | ")
}

/// What is found in a column of so many values, each in one row.
fn found(column: &str, cells: &[&str]) -> Option<(Content, EvidenceSource)> {
    let cells: Vec<_> = cells.iter().map(|&cell| (cell, 1)).collect();
    look(&cells).evidence(column).map(|evidence| (evidence.content, evidence.by))
}

#[test]
fn the_rule_has_eighteen_letters() {
    let letters: String = Identifier::ALL.iter().map(|identifier| identifier.letter()).collect();
    assert_eq!(letters, "ABCDEFGHIJKLMNOPQR");
    assert_eq!(Identifier::Other.letter(), 'R');
    for identifier in Identifier::ALL {
        assert!(identifier.rule().ends_with('.') && !identifier.name().is_empty());
    }
}

#[test]
fn values_have_shapes() {
    let shapes = [
        (Content::Email, "ada@example.org | a.b+c@mail.example.co.uk | Ada <ada@example.org>"),
        (Content::Url, "https://example.org/ada | HTTP://example.org | www.example.org"),
        (Content::Network, "192.0.2.7 | 1.2.3.4 | 2001:db8::1 | ::1"),
        (
            Content::Device,
            "00:1b:44:11:3a:b7 | 00-1B-44-11-3A-B7 | 001b.4411.3ab7 | 490154203237518",
        ),
        (Content::Code, "123e4567-e89b-12d3-a456-426614174000"),
        (
            Content::EventDate,
            "2024-03-09 | 1999-12-31T10:00:00 | 07/04/1950 | 4.7.1950 | 4 Jul 1950 | 7/4/50",
        ),
        (Content::SocialSecurity, "123-45-6789 | 123 45 6789 | ***-**-6789 | XXX-XX-6789"),
        (
            Content::Phone,
            "+44 20 7946 0958 | (212) 555-0100 | 212-555-0100 | 212.555.0100 | +12125550100 | \
            1-212-555-0100 | 212-555-0100 x12 | 030 1234567 | 030/1234567 | 06 12 34 56 78 | \
            06.12.34.56.78 | (030) 1234567 | +49 (30) 123456",
        ),
        (
            Content::Account,
            "4111 1111 1111 1111 | 5500005555555559 | 378282246310005 | \
            DE89 3704 0044 0532 0130 00",
        ),
        (Content::Vehicle, "1M8GDM9AXKP042788 | 1m8gdm9axkp042788"),
        (Content::Coordinates, "52.5200, 13.4050 | (-33.86880 151.20930)"),
        (
            Content::PersonName,
            "Lovelace, Ada | Ada Lovelace | ADA LOVELACE | Dr. Turing | Ada K. Lovelace | \
            Jürgen von der Heide | Marie-Claire Dupont | José | Mrs Dalloway",
        ),
    ];
    for (content, texts) in shapes {
        for text in listed(texts) {
            assert_eq!(by_value(text), Some(content), "{text}");
        }
    }
    let sentence = "The patient says that her sister Ada drove her to the clinic.";
    assert_eq!(by_value(sentence), Some(Content::FreeText));
}

#[test]
fn other_values_have_none() {
    let others = "flu | 1234567890 | 12.5 | 47906-1234 | a@b | @example.org | [15,20) | 02138 | \
        a b@example.org | 1.2.3 | 1.2.3.4.5 | 256.1.1.1 | :: | 10:20:30 | -3.5e7 | 1950 | \
        http:// | www. | 123456789 | 5,300,000 | 212-155-0100 | 911-555-0100 | 212-911-0100 | \
        +0 123 456 789 | 0002-1433-80 | 4111 1111 1111 1112 | 1M8GDM9A1KP042788 | E11.9 | 0-306 \
        | DE89 3704 0044 0532 0130 01 | 490154203237519 | 0000000000000000 | 52.5, 13.4 | Paris \
        | Paris, France | Never-married | Adm-clerical | United-States | Married-civ-spouse | \
        Other-service | Private | Saint Mary Hospital | Virginia Beach | ada lovelace | >50K | \
        New York | Puerto-Rico | Exec-managerial | Self-emp-not-inc | 10th | 1st-4th | Max | \
        April | Georgia | Jordan | \u{661}\u{662}\u{663} | é | 20-29 | 123-456 | 9:30";
    for text in listed(others).chain(["", " "]) {
        assert_eq!(by_value(text), None, "{text}");
    }
}

/// Every area, every group and every serial, by the rules of the numbers.
#[test]
fn social_security_numbers_follow_their_rules() {
    let is = |text: &str| by_value(text) == Some(Content::SocialSecurity);
    for area in 0..1000 {
        let given = area != 0 && area != 666 && area < 900;
        assert_eq!(is(&format!("{area:03}-12-3456")), given, "{area}");
    }
    for group in 0..100 {
        assert_eq!(is(&format!("123-{group:02}-4567")), group != 0, "{group}");
    }
    for serial in 0..10_000 {
        assert_eq!(is(&format!("123-45-{serial:04}")), serial != 0, "{serial}");
    }
    assert!(!is("078-05-1120") && !is("219-09-9999") && is("078-05-1121"));
}

#[test]
fn names_of_columns_tell() {
    let names = [
        (
            Content::PersonName,
            "name | Full Name | patientName | LASTNAME | surname | Vorname | nom | apellidos | \
            cognome | achternaam | sobrenome | mother_name | name of patient | Name 2",
        ),
        (
            Content::Street,
            "address | street_address | home address 1 | Straße | adresse | dirección | \
            indirizzo | endereço",
        ),
        (
            Content::City,
            "city | birth_city | Wohnort | ciudad | città | woonplaats | place_of_birth",
        ),
        (Content::County, "county | census_tract | Landkreis | barrio"),
        (Content::Zip, "zip | zip_code | ZIPCODE | PLZ | Postleitzahl | code_postal | postcode"),
        (Content::Coordinates, "latitude | home_lon | gps"),
        (
            Content::BirthDate,
            "DOB | birth_date | dateOfBirth | Geburtsdatum | date_de_naissance | \
            fecha de nacimiento | data di nascita | geboortedatum | data de nascimento | \
            birthday",
        ),
        (Content::BirthYear, "birth_year | YOB | Geburtsjahr"),
        (Content::DeathDate, "date_of_death | DOD | Sterbedatum"),
        (
            Content::EventDate,
            "admission_date | date | Datum | fecha | visitDate | timestamp | date_of_service",
        ),
        (Content::DatePart, "month | birth_month | day_of_week"),
        (Content::Age, "age | AGE_YEARS | Alter | edad | idade | leeftijd | age_at_diagnosis"),
        (
            Content::Phone,
            "phone | phone_number | Tel. | mobile | Telefonnummer | teléfono | home_phone2",
        ),
        (Content::Fax, "fax | fax_number | Telefax"),
        (Content::Email, "email | e-mail | eMail | email_address | E-Mail-Adresse | work email"),
        (Content::SocialSecurity, "ssn | SSN4 | social_security_number | codice_fiscale | BSN"),
        (
            Content::MedicalRecord,
            "MRN | medical_record_number | patient_id | PatientID | Patientennummer",
        ),
        (Content::HealthPlan, "insurance_number | Versichertennummer | medicare_id"),
        (Content::Account, "account_number | IBAN | credit_card | Kontonummer"),
        (Content::Certificate, "driver_license | passport | license_number | NPI"),
        (Content::Vehicle, "VIN | license_plate | vehicle_id"),
        (Content::Device, "device_id | serial_number | IMEI | mac_address"),
        (Content::Url, "url | website | homepage"),
        (Content::Network, "ip | ip_address | clientIP"),
        (
            Content::Code,
            "id | uuid | user_id | record_id | username | employee_no | customer number",
        ),
        (Content::FreeText, "notes | comments | free_text | Bemerkungen"),
        (Content::Biometric, "fingerprint | voice_print"),
        (Content::Photo, "profile_photo | Passbild"),
    ];
    for (content, columns) in names {
        for column in listed(columns) {
            assert_eq!(by_name(column), Some(content), "{column}");
        }
    }
}

/// As hospitals, registers and surveys head their columns.
#[test]
fn short_and_joined_names_tell() {
    let names = [
        (
            Content::BirthYear,
            "birth_yr | BirthYr | yr_birth | birthyear | BIRTHYR | yr_of_birth | year_of_birth | \
            pt_birth_yr | geb_jahr | annee_nais | ano_nac | anno_nasc | geb_jaar | ano_nasc | \
            an_naissance | anio_nac | Jahrgang",
        ),
        (
            Content::BirthDate,
            "bdate | bth_dt | dt_of_birth | fecha_nac | geb_dat | gebdat | Geb.-Datum | BRTHDTC | \
            birth_datetime | BIRTH_DT_TM | date_of_bth | dtBirth | bene_birth_dt | fec_nac | \
            fecnac | date_nais | data_nasc | dt_nasc | patient_dob | mother_birth_date | f_nac | \
            DoB | d_o_b | birth_day | geburtsdat",
        ),
        (
            Content::DatePart,
            "discharge_weekday | admit_dow | admission_month | disch_mo | birth_mo | geb_monat | \
            wday | IMONTH | order_dow | month_of_diagnosis | surgery_day | death_quarter | \
            Wochentag | aufnahme_tag | day_of_birth | mes_nac",
        ),
        (Content::DeathDate, "death_dt | DTHDTC | deceased_dt_tm | death_datetime"),
        (
            Content::EventDate,
            "admit_dt | clm_from_dt | order_dt | RFSTDTC | aufn_dat | fec_ing | serviceDt | \
            visitdate | admissiondate | \
            admdate | dischdate | opdatum",
        ),
        (
            Content::Age,
            "ageyears | age_yrs | RIDAGEYR | Alter_Jahre | edad_anos | edad_años | pt_age | \
            age_at_visit | ageatvisit | anchor_age | AGE_P | _AGE80 | agegroup | leeftijd_jaar | \
            età_anni | idade_anos | patientage",
        ),
        (
            Content::PersonName,
            "pt_last_nm | lst_nm | fst_nm | pat_last | provider_last_name | nachname_pat | \
            pat_name | PAT_FIRST | lastname | firstnm | patientlastname | mother_maiden | \
            pcp_name | guarantor_name | next_of_kin | emergency_contact | name_full_formatted | \
            emp_nm | attending_last_nm | mbr_first_name | nome_mae | initials | pt_initials | \
            provider_name | \
            PtLName | pat_fname | nok_name | employer_name | pcp | emerg_contact",
        ),
        (
            Content::Street,
            "apt_no | house_number | hausnr | Haus-Nr. | house_num | huisnr | pt_addr | \
            ADD_LINE_1 | addr_line_1 | home_addr | streetaddress | str_nr | homeaddress",
        ),
        (Content::County, "zip4 | ZIP_4 | zip+4 | pt_zip4 | bene_county_cd"),
        (
            Content::Zip,
            "zipcode | zip_cd | bene_zip_cd | patientzip | cod_postal | zip5 | zip3 | \
            zipcd",
        ),
        (
            Content::Phone,
            "ph_no | home_ph | tel_nr | mob_no | phonenumber | homephone | Handy-Nr | \
            provider_phone | cell_no | emergency_phone | mobilenumber | num_tel",
        ),
        (Content::Email, "emailaddress | pt_email | provider_email | workemail"),
        (
            Content::SocialSecurity,
            "soc_sec_no | pt_ssn | socialsecuritynumber | cod_fisc | \
            bsn_nr | dni_paciente",
        ),
        (
            Content::MedicalRecord,
            "pat_id | patid | pt_no | med_rec_no | PAT_MRN_ID | patient_num | Fallnr | pat_nr | \
            medicalrecordnumber | rec_no | \
            mr_no | hosp_num | uhid",
        ),
        (
            Content::HealthPlan,
            "ins_id | ins_no | mbr_id | subscr_id | pol_no | bene_id | member_id | vers_nr | \
            policynumber",
        ),
        (Content::Account, "acct_nbr | acctno | accountnumber | fin_nbr | pt_acct_no | acc_no"),
        (Content::Certificate, "lic_no | drvr_lic | at_physn_npi | licensenumber | cert_nbr"),
        (
            Content::Code,
            "prescription_number | rx_no | order_id | order_no | claim_no | clm_id | SEQN | \
            USUBJID | encntr_id | encounter_num | visit_occurrence_id | person_id | emp_no | \
            cust_id | studyid | subj_no | hh_id | case_number | provider_id | \
            redcap_survey_identifier | resp_id | eid | invoice_number | prvdr_num | \
            observation_period_id | \
            hhid | respid | study_no | auth_no | idnum | persnr | lab_no",
        ),
    ];
    for (content, columns) in names {
        for column in listed(columns) {
            assert_eq!(by_name(column), Some(content), "{column}");
        }
    }
}

/// However a name is written, it says the same.
#[test]
fn styles_do_not_matter() {
    let phrases = "zip code | date of birth | e mail | phone number | patient name | ip address | \
        social security number | first name | license plate number";
    for phrase in listed(phrases) {
        let expected = by_name(phrase);
        assert!(expected.is_some(), "{phrase}");
        let title = |word: &str| word[..1].to_uppercase() + &word[1..];
        let camel: String = phrase.split(' ').map(title).collect();
        let (snake, together) = (phrase.replace(' ', "_"), phrase.replace(' ', ""));
        for styled in [snake.to_uppercase(), snake, together, camel, format!("{phrase} 2")] {
            assert_eq!(by_name(&styled), expected, "{styled}");
        }
    }
}

#[test]
fn false_friends_tell_nothing() {
    let others = "12 | filename | file_name | hostname | capital | capital-gain | capital-loss | \
        image_count | race | native-country | education-num | fnlwgt | hours-per-week | \
        workclass | relationship | income | account_type | account_balance | phone_brand | \
        name_of_drug | drug_name | company_name | product_id | usage | average | percentage | \
        language | update | candidate | city-mpg | birth_weight | cause_of_death | email_count | \
        has_email | phone_service | number_of_addresses | zip_file | state | country | status | \
        house_age | relation | platelets | template | plateau | visit_number | telco | hotel | \
        wine | emission | diploma | identity_theft | addressable | nationality | vintage | \
        tableau | messages | pagerank | stage | ipod | dosage | village_population | title | \
        platelet_count | viral_load | cost | steps | wbc_count | cd4_count | charges_usd | bp | \
        street_drug_use | photo_taken | phone_use_hours | email_sent | license_revoked | \
        email_provider | phone_provider | dt | pt | no | yr | urine_ph | ph | pt_inr | no2_level \
        | time_sec | med_name | mid_income | no_of_children | num_of_visits | resp_rate | \
        hh_size | emp_length | ins_type | acct_bal | dow_jones | cost_per_month | \
        months_employed | monthly_charges | patient_first_visit | last_contact | \
        first_child_weight | birth_order | prov_type | codename | birthweight | adm_type | \
        discharge_disposition | admission_type | lab_value | day_supply | prescription_cost | \
        order_total | order_status | rx_count | followup_years | year | study_year | sec | \
        workday | ref_range | icd_code | cpt_cd | dt_diff | gender_concept_id | care_site_id | \
        num_lab_procedures | admission_source_id | time_in_hospital | emp_title | \
        mo_sin_old_il_acct | open_acc | pub_rec | seq_num | ref_range_lower | valuenum | \
        lot_number | RIAGENDR | WTINT2YR | DMDBORN4 | first_careunit | home_score | \
        home_ownership | days_since_prior_order | policy_code | first_dose | \
        last_menstrual_period | emergency_admission | event_name | country_of_birth | \
        birth_control | live_births | specimen_type | encounter_class | exam_grade | \
        surgery_duration | provider_specialty | attending_specialty | personal_income | \
        nr.employed";
    for column in listed(others).chain([""]) {
        assert_eq!(by_name(column), None, "{column}");
    }
}

#[test]
fn more_than_half_of_the_values_decide() {
    let mails = |mails: u64, others: u64| {
        look(&[("ada@example.org", mails), ("none", others), ("", 1000), (" ", 10)])
            .evidence("contact")
    };
    assert_eq!(mails(5, 5), None);
    let evidence = mails(6, 5).unwrap();
    assert_eq!(
        (evidence.content, evidence.by),
        (Content::Email, EvidenceSource::Values { share: 6.0 / 11.0 })
    );
    assert_eq!(evidence.to_string(), "54% of its values look like e-mail addresses");
    assert_eq!(mails(3, 0).unwrap().to_string(), "all of its values look like e-mail addresses");
    assert_eq!(ColumnLook::default().evidence("contact"), None);
    let phone = ColumnLook::default().evidence("phone").unwrap();
    assert_eq!(phone.to_string(), "named like a phone number");
    let both = look(&[("ada@example.org", 1)]).evidence("email").unwrap();
    assert_eq!(both.to_string(), "named like an e-mail address, and its values look like it");
}

#[test]
fn names_help_values_that_any_number_has() {
    assert_eq!(found("n", &["123456789"]), None);
    assert_eq!(found("ssn", &["123456789"]), Some((Content::SocialSecurity, EvidenceSource::Both)));
    assert_eq!(found("ssn", &["000456789"]), Some((Content::SocialSecurity, EvidenceSource::Name)));
    assert_eq!(found("n", &["2125550100"]), None);
    assert_eq!(found("phone", &["2125550100"]), Some((Content::Phone, EvidenceSource::Both)));
    assert_eq!(found("fax", &["212-555-0100"]), Some((Content::Fax, EvidenceSource::Both)));
    assert_eq!(found("n", &["12345", "47906"]), None);
    assert_eq!(found("zip", &["12345", "47906"]), Some((Content::Zip, EvidenceSource::Both)));
    assert_eq!(
        found("n", &["02138", "47906"]),
        Some((Content::Zip, EvidenceSource::Values { share: 1.0 }))
    );
    assert_eq!(
        found("n", &["47906-1234"]),
        Some((Content::Zip, EvidenceSource::Values { share: 1.0 }))
    );
    assert_eq!(found("dob", &["1950-07-04"]), Some((Content::BirthDate, EvidenceSource::Both)));
    assert_eq!(found("dob", &["19500704"]), Some((Content::BirthDate, EvidenceSource::Both)));
    assert_eq!(found("dob", &["1950"]), Some((Content::BirthYear, EvidenceSource::Both)));
    assert_eq!(
        found("birth_year", &["1950-07-04"]),
        Some((Content::BirthDate, EvidenceSource::Both))
    );
    assert_eq!(found("date", &["1950-07-04"]), Some((Content::EventDate, EvidenceSource::Both)));
    assert_eq!(
        found("x", &["1950-07-04"]),
        Some((Content::EventDate, EvidenceSource::Values { share: 1.0 }))
    );
    assert_eq!(found("lat", &["52.52000"]), Some((Content::Coordinates, EvidenceSource::Both)));
    assert_eq!(found("age", &["47", "3"]), Some((Content::Age, EvidenceSource::Both)));
    assert_eq!(
        found("house_number", &["7", "3", "1"]),
        Some((Content::Street, EvidenceSource::Name))
    );
    assert_eq!(found("zip4", &["7", "8", "1234"]), Some((Content::County, EvidenceSource::Name)));
    assert_eq!(found("bdate", &["1925-07-04"]), Some((Content::BirthDate, EvidenceSource::Both)));
    assert_eq!(found("birth_yr", &["1925"]), Some((Content::BirthYear, EvidenceSource::Both)));
}

#[test]
fn values_overrule_names_and_names_outweigh_chance() {
    let email = |column| found(column, &["ada@example.org"]).unwrap().0;
    assert_eq!(
        (email("name"), email("phone"), email("id")),
        (Content::Email, Content::Email, Content::Email)
    );
    // Towns are called after people.
    assert_eq!(
        found("city", &["Carmen", "San Diego", "Helena"]),
        Some((Content::City, EvidenceSource::Name))
    );
    assert_eq!(
        found("patient_id", &["4111111111111111"]),
        Some((Content::MedicalRecord, EvidenceSource::Name))
    );
    let uuid = "123e4567-e89b-12d3-a456-426614174000";
    assert_eq!(found("mrn", &[uuid]), Some((Content::MedicalRecord, EvidenceSource::Both)));
    // The name says that there is one, the values whether.
    for (column, cells) in [
        ("phone", ["yes", "no"]),
        ("email", ["0", "1"]),
        ("address", ["U", "R"]),
        ("mobile", ["iPhone", "Android"]),
        ("name", ["17", "18"]),
        ("account", ["savings", "current"]),
        ("emails", ["12", "17"]),
        ("phone", ["1", "2"]),
    ] {
        assert_eq!(found(column, &cells), None, "{column}");
    }
}

/// A text of the kinds of signs that shapes are made of.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,24}", "[0-9 +().:/,@A-Za-zäßé'*X-]{0,24}", "[0-9./:-]{6,20}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A check digit finds every single wrong digit.
    #[test]
    fn one_wrong_digit_is_noticed(number in 0..4usize, place in 0..22usize, digit in 0..10u8) {
        let numbers = "4111111111111111 | 490154203237518 | \
            DE89370400440532013000 | 1M8GDM9AXKP042788";
        let number = listed(numbers).nth(number).unwrap();
        let mut wrong = number.as_bytes().to_vec();
        let place = place % wrong.len();
        prop_assume!(wrong[place].is_ascii_digit() && wrong[place] != b'0' + digit);
        wrong[place] = b'0' + digit;
        let wrong = String::from_utf8(wrong).unwrap();
        prop_assert!(by_value(number).is_some());
        prop_assert_eq!(by_value(&wrong), None);
    }

    /// Looks add up in any order and any parts, and nothing makes them stumble.
    #[test]
    fn looks_add_up(cells in prop::collection::vec((texts(), 0..4u64), 0..30), cut in 0..30usize) {
        let cut = cut.min(cells.len());
        let look = |cells: &[(String, u64)]| {
            let mut look = ColumnLook::default();
            cells.iter().for_each(|(cell, rows)| look.see(cell, *rows));
            look
        };
        let (first, second) = (look(&cells[..cut]), look(&cells[cut..]));
        let whole = look(&cells);
        prop_assert_eq!(&first.clone().merge(second.clone()), &whole);
        prop_assert_eq!(&second.merge(first), &whole);
        let mut singly = ColumnLook::default();
        for (cell, rows) in cells.iter().rev() {
            (0..*rows).for_each(|_| singly.see(cell, 1));
        }
        prop_assert_eq!(singly.evidence("x"), whole.evidence("x"));
    }

    #[test]
    fn nothing_panics(text in texts(), rows in any::<u64>()) {
        let _ = by_value(&text);
        let _ = by_name(&text);
        let mut look = ColumnLook::default();
        look.see(&text, rows);
        look.see(&text, u64::MAX);
        let _ = look.evidence(&text);
    }
}

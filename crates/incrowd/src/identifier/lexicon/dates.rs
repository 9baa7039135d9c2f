//! Dates and ages.

use super::Entry;
use crate::identifier::Content;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        content: Content::BirthYear,
        whole: "",
        within: "birth year, year of birth, year born, yob, geburtsjahr, annee de naissance, \
            annee naissance, ano de nacimiento, ano nacimiento, anno di nascita, anno nascita, \
            geboortejaar, ano de nascimento, ano nascimento",
        but: "",
    },
    Entry {
        content: Content::DatePart,
        whole: "month, weekday, monat, wochentag, mois, mes, mese, maand",
        within: "birth month, month of birth, birth day of month, day of week, day of month, day \
            of year, admission month, admission day, discharge month, discharge day, death \
            month, month of death, day of birth, geburtsmonat, mois de naissance, mes de \
            nacimiento, mese di nascita, geboortemaand, mes de nascimento, week of year",
        but: "",
    },
    Entry {
        content: Content::BirthDate,
        whole: "birth, born, geboren, naissance, nacimiento, nascita, nascimento",
        within: "dob, birth date, date of birth, birthday, birth dt, date birth, geburtsdatum, \
            geburtstag, geb datum, gebdat, date de naissance, date naissance, fecha de \
            nacimiento, fecha nacimiento, fecha nac, data di nascita, data nascita, \
            geboortedatum, data de nascimento, data nascimento",
        but: "",
    },
    Entry {
        content: Content::DeathDate,
        whole: "died, deathtime",
        within: "death date, date of death, dod, deceased date, date deceased, death dt, \
            todesdatum, sterbedatum, todestag, date de deces, date deces, fecha de defuncion, \
            fecha defuncion, fecha de muerte, data di morte, data decesso, data di decesso, \
            overlijdensdatum, data de obito, data do obito, data da morte",
        but: "",
    },
    Entry {
        content: Content::EventDate,
        whole: "admittime, dischtime, charttime, edregtime, edouttime, aufnahme, entlassung",
        within: "date, datetime, date time, timestamp, time stamp, datum, fecha, created at, \
            updated at, visit dt, admission time, discharge time, admission dt, discharge dt, \
            aufnahmedatum, eintrittsdatum, austrittsdatum, operationsdatum, entlassungsdatum, \
            data di ricovero, data ricovero, data di dimissione, opnamedatum, ontslagdatum, data \
            de admissao, data de internacao, data de alta",
        but: "year",
    },
    Entry {
        content: Content::Age,
        whole: "eta, alter, alder",
        within: "age, ages, edad, leeftijd, idade, lebensalter, alter in jahren",
        but: "house, housing, building, car, vehicle, property, account, company, machine, tree, \
            file, device",
    },
];

//! Names of columns with numbers, electronic addresses, biometrics or photos that identify one
//! person.
//!
//! The first matching entry wins, and these entries are tried before those for places, so an e-mail
//! address is not taken for a street address.

use super::Entry;
use crate::identifier::Content;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        content: Content::Email,
        whole: "mail, correo, courriel",
        within: "e mail, emails, mail address, mailadresse, emailadresse, correo electronico, \
            adresse electronique, posta elettronica, e mailadres, correio eletronico",
        but: "",
    },
    Entry {
        content: Content::Url,
        whole: "web",
        within: "url, uri, website, web site, web page, homepage, home page, web address, \
            webseite, site web, pagina web, sito web, linkedin, facebook, twitter, instagram",
        but: "",
    },
    Entry {
        content: Content::Network,
        whole: "ip, ipv",
        within: "ip address, ip addr, ip adresse, adresse ip, direccion ip, indirizzo ip, ip \
            adres, endereco ip, client ip, remote ip, user ip, source ip, login ip",
        but: "",
    },
    Entry {
        content: Content::Device,
        whole: "mac, serial, device, seriennummer, udid, idfa",
        within: "mac address, mac adresse, adresse mac, imei, imsi, device id, device number, \
            device identifier, device serial, serial number, serial no, advertising id, \
            geratenummer, numero de serie, numero di serie, serienummer, implant id, implant \
            serial, device sn",
        but: "",
    },
    Entry {
        content: Content::Fax,
        whole: "",
        within: "fax, telefax, facsimile, faxnummer, fax number",
        but: "",
    },
    Entry {
        content: Content::Phone,
        whole: "mobile, cell, handy, mobil, movil, celular, cellulare, mobiel",
        within: "phone, telephone, tel, phone number, mobile number, cell number, pager, mobile \
            phone, cell phone, contact number, telefon, telefonnummer, handynummer, mobilnummer, \
            rufnummer, telefono, numero de telephone, telefoon, telemovel, telefoonnummer, \
            telefone, whatsapp, ph no, ph num, ph nbr, ph number, home ph, work ph, cell ph, \
            mobile ph, patient ph, contact ph, emergency ph, day ph, evening ph, tel no, tel nr, \
            mob number, mobile no, cell no, patient mobile, contact mobile, home mobile, handy nr, \
            tel port, telnr, numero tel, num tel, movil paciente",
        but: "company, service, calls, minutes",
    },
    Entry {
        content: Content::SocialSecurity,
        whole: "nir, nino",
        within: "ssn, dni, nif, cpf, bsn, curp, steuer nr, social security, social security \
            number, social security no, social insurance number, national insurance, tax id, \
            taxpayer id, national id, national identity, aadhaar, steuer id, steuernummer, \
            sozialversicherungsnummer, securite sociale, seguridad social, codice fiscale, \
            burgerservicenummer, personnummer, identidad nacional, numero de contribuinte, social \
            sec, ss number, sozvers nr, sv nr, num secu, num ss, nss, cod fisc, cod fiscale, \
            patient cpf, num cpf",
        but: "income, benefit, amount",
    },
    Entry {
        content: Content::MedicalRecord,
        whole: "mrn, patient, emr, ehr",
        within: "mrn, mr number, mr no, uhid, medical record, medical record number, record \
            number, record no, chart number, chart no, patient id, patient number, patient no, \
            patient nr, patient num, patient identifier, patientennummer, patienten id, patienten \
            nr, fallnummer, hospital number, nhs number, numero de dossier, numero patient, id \
            paciente, historia clinica, pat id, pt id, pat no, pt no, pat nr, pat num, fall nr, \
            fall no, fall id, hospital no, nhs no, unit record number, empi, nhc, num hist, num \
            historia, num dossier, ipp, cartella clinica, patientnummer, id paziente, prontuario",
        but: "",
    },
    Entry {
        content: Content::HealthPlan,
        whole: "hic, hicn, mbi, kvnr",
        within: "health plan number, health plan id, health plan beneficiary, plan member, \
            insurance number, insurance id, insurance no, policy number, policy no, policy id, \
            member number, beneficiary id, beneficiary number, subscriber id, subscriber number, \
            medicare number, medicare id, medicaid number, medicaid id, versichertennummer, \
            krankenversichertennummer, versicherungsnummer, numero d assure, numero de poliza, \
            numero di polizza, polisnummer, numero de apolice, insured id, member id, subscriber \
            no, vers nr, versicherten nr, versicherung nr, num poliza, num assure, polis nr, group \
            policy number, insured number, hic number, cartao sus, num sus, tarjeta sanitaria, \
            tessera sanitaria",
        but: "",
    },
    Entry {
        content: Content::Account,
        whole: "account, acct, konto",
        within: "account number, account no, account num, account nr, account id, acct no, acct \
            number, acct num, bank account, iban, credit card, debit card, credit card number, \
            bank account number, card number, card no, cc number, routing number, kontonummer, \
            numero tarjeta, numero de tarjeta, konto nr, kreditkarte, kreditkartennummer, numero \
            de compte, numero de cuenta, numero di conto, rekeningnummer, numero da conta, numero \
            de conta, fin number, acc no, acc number, card num, num cuenta, num compte, num conta, \
            rekening nr",
        but: "balance, limit, debt, spend, spending",
    },
    Entry {
        content: Content::Certificate,
        whole: "license, licence, dea, permit, passport, certificate, drivers",
        within: "npi, dl number, dl no, license number, license no, license num, licence number, \
            licence no, license id, driver license, drivers license, drivers license number, \
            driver licence, driving licence, driving license, passport number, passport no, npi \
            number, dea number, certificate number, certificate no, permit number, fuhrerschein, \
            fuhrerscheinnummer, personalausweis, ausweisnummer, reisepass, passnummer, permis de \
            conduire, passeport, pasaporte, passaporto, rijbewijs, paspoortnummer, passaporte, \
            carta de conducao, patente di guida",
        but: "plate",
    },
    Entry {
        content: Content::Vehicle,
        whole: "vin, plate, kennzeichen, kenteken, targa, placa",
        within: "vin number, vehicle vin, vehicle id, vehicle number, vehicle identification, \
            license plate, licence plate, license plate number, number plate, plate number, plate \
            no, registration plate, kfz kennzeichen, autokennzeichen, nummernschild, plaque d \
            immatriculation, immatriculation, matricula vehiculo, numero di targa, placa do \
            veiculo, fahrgestellnummer",
        but: "",
    },
    Entry {
        content: Content::Biometric,
        whole: "retina, biometrics",
        within: "biometric, fingerprint, finger print, voiceprint, voice print, iris scan, iris \
            code, retina scan, faceprint, face print, face embedding, fingerabdruck, empreinte \
            digitale, huella dactilar, huella digital, impronta digitale, vingerafdruk, impressao \
            digital",
        but: "",
    },
    Entry {
        content: Content::Photo,
        whole: "image, picture, avatar, bild",
        within: "photo, photograph, portrait, headshot, selfie, profile picture, profile image, \
            face image, patient image, face img, foto, lichtbild, passbild, fotografia, \
            photographie",
        but: "album, gallery",
    },
];

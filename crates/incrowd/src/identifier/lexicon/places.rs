//! Places smaller than a state.

use super::Entry;
use crate::identifier::Content;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        content: Content::Zip,
        whole: "cp, cep",
        within: "zip, zip code, zips, postal code, postcode, post code, postal, plz, \
            postleitzahl, code postal, codigo postal, codice postale, codice avviamento postale, \
            codigo de endereco postal",
        but: "file, archive, path",
    },
    Entry {
        content: Content::Coordinates,
        whole: "long, coordinates, gps",
        within: "latitude, longitude, lat, lon, lng, lat long, gps coordinates, geolocation, geo \
            location, geo point, breitengrad, langengrad, koordinaten, coordonnees, latitud, \
            longitud, latitudine, longitudine, breedtegraad, lengtegraad",
        but: "",
    },
    Entry {
        content: Content::Street,
        whole: "via, rue, calle, rua, straat",
        within: "address, addresses, street, street name, addr, house number, house no, apartment \
            number, po box, adresse, anschrift, strasse, hausnummer, postfach, wohnadresse, nom \
            de rue, direccion, domicilio, indirizzo, adres, straatnaam, huisnummer, endereco, \
            logradouro",
        but: "memory, parking, state, country",
    },
    Entry {
        content: Content::City,
        whole: "ort, ville, stad, residence, wohnsitz",
        within: "city, town, village, municipality, hometown, place of birth, birth place, place \
            of residence, stadt, wohnort, gemeinde, geburtsort, commune, lieu de naissance, \
            ciudad, municipio, lugar de nacimiento, citta, comune, luogo di nascita, woonplaats, \
            gemeente, geboorteplaats, cidade, local de nascimento",
        but: "mpg, population, tax, density, km, highway",
    },
    Entry {
        content: Content::County,
        whole: "fips, kreis, lsoa",
        within: "county, district, precinct, borough, parish, census tract, census block, county \
            fips, fips code, geoid, neighborhood, neighbourhood, landkreis, bezirk, stadtteil, \
            ortsteil, departement, arrondissement, quartier, barrio, distrito, condado, comarca, \
            quartiere, wijk, buurt, freguesia, bairro",
        but: "population, density",
    },
];

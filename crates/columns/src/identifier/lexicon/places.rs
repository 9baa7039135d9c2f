//! Places smaller than a state.

use super::Entry;
use crate::identifier::Content;

/// Whether a column is named like the four digits behind a zip code, which tell a side of a street.
/// The number is all that tells it from a zip code.
pub(super) fn is_extension(column: &str) -> bool {
    let signs = column.chars().filter(|sign| sign.is_alphanumeric());
    let name: String = signs.flat_map(char::to_lowercase).collect();
    ["zip4", "zipplus4", "plus4", "zipext", "zipextension"].iter().any(|end| name.ends_with(end))
}

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        content: Content::Zip,
        whole: "cp, cep",
        within: "zip, zip code, zips, postal code, postcode, post code, postal, plz, postleitzahl, \
            code postal, codigo postal, codice postale, codice avviamento postale, codigo de \
            endereco postal, cod postal, cod post, post cd, code post, cpostal",
        but: "file, archive, path",
    },
    Entry {
        content: Content::Coordinates,
        whole: "long, coordinates, coords, gps, latlng, latlon, geom, geometry",
        within: "geocode, geo code, geocodes, geo coordinates, geohash, geo hash, plus code, latitude, longitude, lat, lon, lng, lat long, gps coordinates, geolocation, geo \
            location, geo point, breitengrad, langengrad, koordinaten, coordonnees, latitud, \
            longitud, latitudine, longitudine, breedtegraad, lengtegraad",
        but: "",
    },
    Entry {
        content: Content::Street,
        whole: "via, rue, calle, rua, straat, apt, apartment, hnr",
        within: "apartment no, apartment nr, flat number, flat no, suite number, suite no, street \
            no, add line, haus nr, hsnr, haus no, str nr, strasse nr, huis nr, num calle, numero \
            civico, num civico, num rue, numero rue, address, addresses, street, street name, \
            addr, house number, house no, apartment number, po box, adresse, anschrift, strasse, \
            hausnummer, postfach, wohnadresse, nom de rue, direccion, domicilio, indirizzo, adres, \
            straatnaam, huisnummer, endereco, logradouro",
        but: "memory, parking, state, country, drug, drugs, noise, light, lighting, food",
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
        within: "county, district, precinct, borough, parish, census tract, census block, block \
            group, county fips, fips code, geoid, neighborhood, neighbourhood, landkreis, bezirk, \
            stadtteil, ortsteil, departement, arrondissement, quartier, barrio, distrito, condado, \
            comarca, quartiere, wijk, buurt, freguesia, bairro",
        but: "population, density",
    },
];

/// What a text is, by its name.
enum MockTextKind: Sendable {
    case email, fullName, firstName, lastName, login, name, title, sentence, url, image, phone, street, city, region
    case country, countryCode, zip, currency, money, status, category, secret, id, uuid, color, language, locale
    case timeZone, address, host, version, hash, slug, tag, path, mediaType, dateTime, day, time, company, role, code
    case cursor, latitude, longitude, branch, sku, count, year, gender, boolean

    static func of(_ name: MockName) -> MockTextKind? {
        if let kind = name.entry(in: table) { return kind }
        return ["at", "on", "date", "since", "until"].contains(name.last) ? .dateTime : nil
    }

    /// Whether two values of a list must differ.
    static let identities: Set<MockTextKind> = [.email, .login, .id, .uuid, .slug, .hash, .secret, .sku]

    private static let table = MockName.table([
        (MockTextKind.email, "email emailaddress mail useremail"),
        (.fullName, "fullname displayname realname author assignee reviewer recipient sender customername username"),
        (.firstName, "firstname givenname forename"), (.lastName, "lastname surname familyname"),
        (.login, "login username nickname nick handle screenname owner user creator actor"),
        (.name, "name"), (.title, "title subject headline caption heading"),
        (
            .sentence,
            "description summary text body content message comment note notes details detail bio about abstract"
        ),
        (.sentence, "excerpt reason instructions info explanation hint warning prompt question answer"),
        (.url, "url uri link href homepage website webpage htmlurl self first prev endpoint callback location blog"),
        (
            .image,
            "avatar avatarurl image imageurl photo photourl picture pictureurl thumbnail thumbnailurl logo logourl"
        ),
        (.image, "icon iconurl cover coverurl"), (.phone, "phone phonenumber mobile tel telephone fax"),
        (.street, "street streetaddress address addressline line1 address1 addressline1 street1"),
        (.city, "city town locality"), (.region, "region province stateprovince county"),
        (.country, "country countryname"), (.countryCode, "countrycode"),
        (.zip, "zip zipcode postalcode postcode"), (.currency, "currency currencycode"),
        (.money, "price amount total subtotal cost fee balance tax discount"), (.status, "status state phase stage"),
        (.category, "type kind category classification group level mode"),
        (.secret, "token accesstoken refreshtoken secret clientsecret apikey password passphrase privatekey signature"),
        (.id, "id nodeid externalid key identifier requestid reference"), (.uuid, "uuid guid"),
        (.color, "color colour backgroundcolor textcolor"), (.language, "language lang languagecode"),
        (.locale, "locale"), (.timeZone, "timezone tz"), (.address, "ip ipaddress remoteaddress ipv4"),
        (.host, "host hostname domain domainname server"), (.version, "version tagname apiversion release"),
        (.hash, "sha commit commitid commitsha hash digest checksum etag headsha basesha treesha sha1 revision"),
        (.slug, "slug permalink"), (.tag, "tag label keyword topic hashtag"),
        (.path, "path file filename filepath filenames directory"), (.mediaType, "contenttype mimetype mediatype mime"),
        (.dateTime, "timestamp datetime created updated modified"), (.day, "birthday birthdate dateofbirth dob day"),
        (.time, "time"), (.company, "company companyname organization organisation org employer vendor brand team"),
        (.role, "role jobtitle job permission scope"), (.code, "code errorcode error"),
        (.cursor, "cursor nextcursor next pagetoken nextpagetoken after before continuation"),
        (.latitude, "latitude lat"), (.longitude, "longitude lng lon long"), (.branch, "branch ref headref baseref"),
        (.sku, "sku productcode articlenumber"), (.count, "count quantity size number"), (.year, "year"),
        (.gender, "gender sex"), (.boolean, "enabled active"),
    ])
}

/// Words for made values. Persons, addresses and hosts do not exist (RFC 2606, RFC 5737).
enum MockWords {
    static let firstNames = [
        "Ada", "Grace", "Alan", "Linus", "Edith", "Donald", "Barbara", "Ken", "Margaret", "Dennis", "Frances",
        "Niklaus",
        "Radia", "Tim", "Katherine", "Edsger", "Hedy", "John", "Shafi", "Vint", "Adele", "Leslie", "Joan", "Tony",
    ]
    static let lastNames = [
        "Archer", "Baker", "Carter", "Dyer", "Fisher", "Gardner", "Hunter", "Keller", "Mason", "Miller", "Naylor",
        "Porter", "Potter", "Sawyer", "Smith", "Tanner", "Taylor", "Thatcher", "Turner", "Walker", "Weaver", "Webb",
        "Wright",
    ]
    static let adjectives = [
        "Blue", "Small", "Bright", "Quiet", "Round", "Green", "Light", "Warm", "Plain", "Soft", "Red", "Wide", "Solid",
    ]
    static let nouns = [
        "Lamp", "Chair", "Teapot", "Notebook", "Bicycle", "Basket", "Blanket", "Desk", "Kettle", "Mirror", "Bottle",
        "Clock", "Shelf", "Cushion", "Bowl", "Backpack", "Candle",
    ]
    static let tags = ["new", "popular", "summer", "sale", "outdoor", "handmade", "urgent", "internal", "draft"]
    static let sentences = [
        "Arrives in two days.", "Works as described.", "Please check the second page.", "Made from recycled material.",
        "The first version of the plan.", "Fits on every desk.", "Needs a review before Friday.",
        "Thanks for the quick reply.", "Keeps warm for six hours.", "See the notes of the last meeting.",
    ]
    static let titles = [
        "A quiet morning", "Notes of the week", "How to repair a bicycle", "Plans for the summer", "Ten good habits",
        "The second draft", "A short guide to tea", "News of the month",
    ]
    static let places: [MockPlaceName] = [
        MockPlaceName("Berlin", "Berlin", "Germany", "DE", "10115", "EUR", "Europe/Berlin", "de", "52.52", "13.405"),
        MockPlaceName("Lyon", "Auvergne", "France", "FR", "69001", "EUR", "Europe/Paris", "fr", "45.764", "4.8357"),
        MockPlaceName(
            "Portland",
            "OR",
            "United States",
            "US",
            "97201",
            "USD",
            "America/Los_Angeles",
            "en",
            "45.5152",
            "-122.6784"
        ),
        MockPlaceName(
            "Leeds",
            "England",
            "United Kingdom",
            "GB",
            "LS1 4AP",
            "GBP",
            "Europe/London",
            "en",
            "53.8008",
            "-1.5491"
        ),
        MockPlaceName("Osaka", "Osaka", "Japan", "JP", "530-0001", "JPY", "Asia/Tokyo", "ja", "34.6937", "135.5023"),
        MockPlaceName(
            "Porto",
            "Porto",
            "Portugal",
            "PT",
            "4000-069",
            "EUR",
            "Europe/Lisbon",
            "pt",
            "41.1579",
            "-8.6291"
        ),
        MockPlaceName(
            "Toronto",
            "ON",
            "Canada",
            "CA",
            "M5V 2T6",
            "CAD",
            "America/Toronto",
            "en",
            "43.6532",
            "-79.3832"
        ),
    ]
    static let streets = ["Oak Street", "Mill Lane", "Station Road", "Garden Street", "Market Square", "Harbor Way"]
    static let companies = ["Northwind Tools", "Harbor Books", "Green Fields", "Mill Lane Coffee", "Bright Bicycles"]
    static let keys = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"]
    static let colors = ["#3366cc", "#d73a4a", "#0e8a16", "#fbca04", "#5319e7", "#1d76db", "#e99695"]
}

struct MockPlaceName: Sendable {
    let city, region, country, code, zip, currency, timeZone, language, latitude, longitude: String

    init(
        _ city: String,
        _ region: String,
        _ country: String,
        _ code: String,
        _ zip: String,
        _ currency: String,
        _ timeZone: String,
        _ language: String,
        _ latitude: String,
        _ longitude: String
    ) {
        self.city = city
        self.region = region
        self.country = country
        self.code = code
        self.zip = zip
        self.currency = currency
        self.timeZone = timeZone
        self.language = language
        self.latitude = latitude
        self.longitude = longitude
    }
}

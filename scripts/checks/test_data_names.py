from data_names import names


def test_names_of_data_are_read_from_the_function_that_has_them():
    text = """    func name(_ name: AttributeName) -> String {
        switch name {
        case .email: "E-Mail-Adresse"
        case .address: "Anschrift"
        }
    }

    func hint(_ name: AttributeName) -> String? {
        switch name {
        case .email: "Ohne Leerzeichen"
        }
    }
"""
    assert names(text) == {"email": "E-Mail-Adresse", "address": "Anschrift"}

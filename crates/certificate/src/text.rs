//! JSON (RFC 8259) as text to values, within the limits C1 to C5 of `docs/guide/CERTIFICATES.md`. Time and memory
//! grow with the length of the text, not faster.

use super::failure::{Failure, Problem};

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// Any number but an `Id`.
    Number(f64),
    /// A number written as digits alone, at most 2^32 - 1.
    Id(u32),
    /// A string without its escapes.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// Keys and values in their order.
    Object(Vec<(String, Value)>),
}

/// Bytes of a line.
const MAX_BYTES: usize = 1 << 26;
/// Nesting beyond which no certificate goes.
const MAX_DEPTH: u32 = 32;
/// Keys of an object.
const MAX_KEYS: usize = 64;
/// Characters of a number.
const MAX_NUMBER: usize = 400;

/// The value that a whole text stands for.
pub(super) fn parse(text: &str) -> Result<Value, Failure> {
    if text.len() > MAX_BYTES {
        let (what, length) = ("the number of bytes of a line", text.len() as f64);
        return Err(Failure::range(1, what, length, "at most 2^26"));
    }
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
    };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.at < reader.bytes.len() {
        return Err(reader.wrong("something follows the value"));
    }
    Ok(value)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &str) -> Failure {
        self.refused(1, what)
    }

    fn refused(&self, condition: u16, what: &str) -> Failure {
        let (what, at) = (what.into(), self.at);
        Failure::new(condition, Problem::Text { what, at })
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|b| b" \t\r\n".contains(&b)) {
            self.at += 1;
        }
    }

    /// Whether the next thing is `byte`, which is then taken.
    fn takes(&mut self, byte: u8) -> bool {
        self.blanks();
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), Failure> {
        if self.takes(byte) {
            return Ok(());
        }
        let expected = char::from(byte);
        Err(self.wrong(&match self.peek() {
            None => format!("the text ends where `{expected}` was expected"),
            Some(_) => format!("expected `{expected}`"),
        }))
    }

    fn value(&mut self, depth: u32) -> Result<Value, Failure> {
        self.blanks();
        match self.peek() {
            // The line's own object is at depth 0.
            Some(b'{' | b'[') if depth > MAX_DEPTH => Err(self.refused(2, "nested too deeply")),
            Some(b'{') => {
                let entries = self.items(*b"{}", |reader, known| reader.entry(known, depth + 1));
                entries.map(Value::Object)
            }
            Some(b'[') => {
                let items = self.items(*b"[]", |reader, _| reader.value(depth + 1));
                items.map(Value::List)
            }
            Some(b'"') => self.string().map(Value::Text),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'N' | b'I') => Err(self.refused(4, "not a finite number")),
            Some(_) => Err(self.wrong("expected a value")),
            None => Err(self.wrong("the text ends where a value was expected")),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Failure> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(value)
        } else {
            Err(self.wrong("expected a value"))
        }
    }

    /// Reads items between two brackets, with commas between them.
    fn items<T>(
        &mut self,
        [open, close]: [u8; 2],
        item: impl Fn(&mut Self, &[T]) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        self.expect(open)?;
        let mut items = Vec::new();
        if self.takes(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self, &items)?);
            if !self.takes(b',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(items)
    }

    /// An entry of an object that has these.
    fn entry(
        &mut self,
        entries: &[(String, Value)],
        depth: u32,
    ) -> Result<(String, Value), Failure> {
        self.blanks();
        let key = self.string()?;
        if entries.len() == MAX_KEYS {
            return Err(self.refused(3, "an object of more than 64 keys"));
        }
        if entries.iter().any(|(known, _)| *known == key) {
            return Err(self.refused(3, &format!("key `{key}` twice")));
        }
        self.expect(b':')?;
        Ok((key, self.value(depth)?))
    }

    fn string(&mut self) -> Result<String, Failure> {
        self.expect(b'"')?;
        let mut bytes = Vec::new();
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at += 1;
                    let c = self.escaped()?;
                    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Some(b) if b >= b' ' => {
                    bytes.push(b);
                    self.at += 1;
                }
                Some(_) => return Err(self.wrong("a control character in a string")),
                None => return Err(self.wrong("the text ends within a string")),
            }
        }
        self.at += 1;
        String::from_utf8(bytes).map_err(|_| self.wrong("a string that is not UTF-8"))
    }

    /// The character that an escape stands for.
    fn escaped(&mut self) -> Result<char, Failure> {
        let kind = self.peek();
        self.at += 1;
        Ok(match kind {
            Some(b @ (b'"' | b'\\' | b'/')) => char::from(b),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.code_unit()?;
                let mut units = vec![first];
                if (0xd800..0xdc00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    units.push(self.code_unit()?);
                }
                let mut read = char::decode_utf16(units);
                match (read.next(), read.next()) {
                    (Some(Ok(c)), None) => c,
                    _ => return Err(self.wrong("an escape that stands for no character")),
                }
            }
            _ => return Err(self.wrong("an unknown escape")),
        })
    }

    fn code_unit(&mut self) -> Result<u16, Failure> {
        let digits = self.bytes.get(self.at..self.at + 4);
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let text = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let unit = text.and_then(|text| u16::from_str_radix(text, 16).ok());
        self.at += 4;
        unit.ok_or_else(|| self.wrong("an escape without its four digits"))
    }

    fn number(&mut self) -> Result<Value, Failure> {
        let start = self.at;
        let digits = |reader: &mut Self| {
            let from = reader.at;
            while reader.peek().is_some_and(|b| b.is_ascii_digit()) {
                reader.at += 1;
            }
            reader.at > from
        };
        self.at += usize::from(self.peek() == Some(b'-'));
        let leading_zero = self.peek() == Some(b'0');
        let whole = self.at;
        let mut good = digits(self) && !(leading_zero && self.at > whole + 1);
        let plain = whole == start;
        let end = self.at;
        if self.peek() == Some(b'.') {
            self.at += 1;
            good &= digits(self);
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            good &= digits(self);
        }
        if self.at - start > MAX_NUMBER {
            return Err(self.refused(4, "a number of more than 400 characters"));
        }
        let text = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        if plain
            && good
            && self.at == end
            && let Ok(id) = text.parse::<u32>()
        {
            return Ok(Value::Id(id));
        }
        match text.parse::<f64>() {
            Ok(x) if good && x.is_finite() => Ok(Value::Number(x)),
            _ => Err(self.refused(4, "not a finite number")),
        }
    }
}

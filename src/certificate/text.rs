//! JSON as text to values: enough for certificates, without a library.
//!
//! Strict: no comments, no trailing commas, no key twice, numbers as JSON writes them.

use super::failure::Failure;

/// A JSON value. Null has no use here.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// Nesting beyond which no certificate goes.
const MAX_DEPTH: u32 = 32;

/// The value that a whole text stands for.
pub(super) fn parse(text: &str) -> Result<Value, Failure> {
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
        Failure::Text {
            what: what.into(),
            at: self.at,
        }
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
        let end = self.peek().is_none();
        let expected = char::from(byte);
        Err(self.wrong(&if end {
            format!("the text ends where `{expected}` was expected")
        } else {
            format!("expected `{expected}`")
        }))
    }

    fn value(&mut self, depth: u32) -> Result<Value, Failure> {
        if depth > MAX_DEPTH {
            return Err(self.wrong("nested too deeply"));
        }
        self.blanks();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Value::Text),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'-' | b'0'..=b'9') => self.number(),
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

    fn object(&mut self, depth: u32) -> Result<Value, Failure> {
        self.expect(b'{')?;
        let mut entries: Vec<(String, Value)> = Vec::new();
        if self.takes(b'}') {
            return Ok(Value::Object(entries));
        }
        loop {
            self.blanks();
            let key = self.string()?;
            if entries.iter().any(|(known, _)| *known == key) {
                return Err(self.wrong(&format!("key `{key}` twice")));
            }
            self.expect(b':')?;
            entries.push((key, self.value(depth + 1)?));
            if !self.takes(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(Value::Object(entries))
    }

    fn list(&mut self, depth: u32) -> Result<Value, Failure> {
        self.expect(b'[')?;
        let mut items = Vec::new();
        if self.takes(b']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.takes(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(Value::List(items))
    }

    /// Keys and names: no escape but those of `"` and `\`, for none of them needs one.
    fn string(&mut self) -> Result<String, Failure> {
        self.expect(b'"')?;
        let mut bytes = Vec::new();
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(b @ (b'"' | b'\\' | b'/')) => bytes.push(b),
                        _ => return Err(self.wrong("an escape that no certificate needs")),
                    }
                }
                Some(b) if b >= b' ' => bytes.push(b),
                Some(_) => return Err(self.wrong("a control character in a string")),
                None => return Err(self.wrong("the text ends within a string")),
            }
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8(bytes).map_err(|_| self.wrong("a string that is not UTF-8"))
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
        if self.peek() == Some(b'.') {
            self.at += 1;
            good &= digits(self);
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            good &= digits(self);
        }
        let text = std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        match text.parse::<f64>() {
            Ok(x) if good && x.is_finite() => Ok(Value::Number(x)),
            _ => Err(self.wrong("not a finite number")),
        }
    }
}

/** What a sample in PHP sends, read from its text: where no PHP is installed this is all that can be checked. */
export type PhpCall = {
  readonly url: string
  readonly headers: readonly string[]
  readonly body: unknown
}

type Token = { readonly kind: 'text' | 'sign' | 'word'; readonly text: string }

/** Splits a PHP expression of texts, numbers, lists and maps; throws at anything else. */
function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let rest = source.trimStart()
  while (rest !== '') {
    const text = /^'((?:\\.|[^'\\])*)'/.exec(rest)
    const sign = /^(=>|[[\],.()])/.exec(rest)
    const word = /^[\w$-]+(?:\.\d+)?/.exec(rest)
    const found = text ?? sign ?? word
    if (!found) throw new SyntaxError(`not PHP that samples use: ${rest.slice(0, 40)}`)
    const kind = text ? 'text' : sign ? 'sign' : 'word'
    tokens.push({ kind, text: text ? (found[1] ?? '').replaceAll(/\\(.)/g, '$1') : found[0] })
    rest = rest.slice(found[0].length).trimStart()
  }
  return tokens
}

class PhpReader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(source: string) {
    this.#tokens = tokensOf(source)
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  #next(): Token {
    const token = this.#tokens[this.#at]
    if (!token) throw new SyntaxError('the PHP ends too early')
    this.#at += 1
    return token
  }

  #skip(text: string): boolean {
    if (this.#tokens[this.#at]?.text !== text || this.#tokens[this.#at]?.kind !== 'sign') return false
    this.#at += 1
    return true
  }

  /** A value; texts that are joined with a call such as `getenv('X')` keep only what is written. */
  value(): unknown {
    const token = this.#next()
    if (token.kind === 'word') return this.#word(token.text)
    if (token.kind === 'sign') {
      if (token.text !== '[') throw new SyntaxError(`unexpected ${token.text}`)
      return this.#list()
    }
    if (!this.#skip('.')) return token.text
    this.value()
    return token.text
  }

  #word(text: string): unknown {
    if (text === 'true' || text === 'false') return text === 'true'
    if (/^-?\d/.test(text)) return Number(text)
    if (text === 'new') {
      this.#next()
      this.#skip('(')
      this.#skip(')')
      return {}
    }
    if (this.#skip('(')) {
      const argument = this.value()
      if (!this.#skip(')')) throw new SyntaxError('a call is not closed')
      return argument
    }
    return text
  }

  #list(): unknown {
    const entries: [unknown, unknown][] = []
    let isMap = false
    while (!this.#skip(']')) {
      const first = this.value()
      const isEntry = this.#skip('=>')
      isMap ||= isEntry
      entries.push(isEntry ? [first, this.value()] : [entries.length, first])
      this.#skip(',')
    }
    return isMap ? Object.fromEntries(entries) : entries.map(([, value]) => value)
  }
}

function readWhole(source: string): unknown {
  const reader = new PhpReader(source)
  const value = reader.value()
  if (!reader.isAtEnd) throw new SyntaxError('there is more than one value')
  return value
}

/** Reads the call of a sample; throws when the sample has not the form of all of them. */
export function readPhpCall(sample: string): PhpCall {
  const shape =
    /^<\?php\n\$call = curl_init\((.*)\);\ncurl_setopt_array\(\$call, (\[[\s\S]*\])\);\n(?:\$answer = json_decode\(curl_exec\(\$call\), true\);\nprint_r\(\$answer\);|file_put_contents\('[\w.]+', curl_exec\(\$call\)\);)$/
  const [, url = '', options = ''] = shape.exec(sample) ?? []
  const set = readWhole(options) as Readonly<Record<string, unknown>>
  return {
    url: String(readWhole(url)),
    headers: set['CURLOPT_HTTPHEADER'] as readonly string[],
    body: set['CURLOPT_POSTFIELDS'],
  }
}

/** Languages in which each call is shown. */
export const SAMPLE_LANGUAGES = ['curl', 'JavaScript', 'PHP', 'Python'] as const
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]

/** A call as a sample makes it; `path` with its ids filled in, `body` only of a POST. */
export type SampleCall = {
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
}

/** What a program may send to each call that has a body. */
export const SAMPLE_BODIES: Readonly<Record<string, object>> = {
  'customers.create': {
    name: 'Asha Traders',
    identificationType: 'TAX_IDENTIFICATION_NUMBER',
    identificationNumber: '100200300',
  },
  'customers.update': { name: 'Asha Traders Ltd', identificationType: 'NO_IDENTIFICATION' },
  'products.create': { name: 'Sukari 1 kg', unitPrice: 3000, taxType: 'standard' },
  'products.update': { name: 'Sukari 1 kg', unitPrice: 3200, taxType: 'standard' },
  'invoices.create': {
    externalReference: 'order-1001',
    submit: true,
    items: [{ productName: 'Sukari 1 kg', quantity: 2, unitPrice: 3000, taxType: 'standard' }],
    payments: [{ type: 'cash', amount: 6000 }],
  },
  'invoices.update': {
    items: [{ productName: 'Sukari 1 kg', quantity: 3, unitPrice: 3000 }],
    payments: [{ type: 'cash', amount: 9000 }],
  },
  'invoices.submit': {},
  'invoices.cancel': { reason: 'Typing mistake' },
  'invoices.credit': {
    items: [{ itemId: '00000000-0000-4000-8000-000000000000', quantity: 1 }],
    reason: 'Customer returned it',
    paidBy: 'cash',
  },
}

/** The query of calls that need one. */
export const SAMPLE_QUERIES: Readonly<Record<string, string>> = {
  'z-reports.list': '?from=2026-11-01&to=2026-11-30',
}

const indented = (value: object, spaces: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** The same JSON as PHP and Python write it. */
function literal(value: unknown, style: 'php' | 'python', depth = 1): string {
  const pad = '    '.repeat(depth)
  const close = '    '.repeat(depth - 1)
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${pad}${literal(item, style, depth + 1)},\n`).join('')}${close}]`
  }
  if (typeof value === 'object' && value !== null) {
    const [open, arrow, end] = style === 'php' ? ['[', ' => ', ']'] : ['{', ': ', '}']
    const entries = Object.entries(value).map(
      ([name, item]) => `${pad}'${name}'${arrow}${literal(item, style, depth + 1)},\n`,
    )
    if (entries.length === 0) return style === 'php' ? 'new stdClass()' : '{}'
    return `${open}\n${entries.join('')}${close}${end}`
  }
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'boolean' && style === 'python') return value ? 'True' : 'False'
  return String(value)
}

/**
 * A program that makes one call. `baseUrl` is the address of the server; the key comes from the environment variable
 * `RISITI_KEY`. The idempotency key is made once for each piece of work and sent again with every repeat.
 */
export function sampleOf(language: SampleLanguage, baseUrl: string, call: SampleCall): string {
  switch (language) {
    case 'curl':
      return curl(baseUrl, call)
    case 'JavaScript':
      return javaScript(baseUrl, call)
    case 'PHP':
      return php(baseUrl, call)
    case 'Python':
      return python(baseUrl, call)
  }
}

function curl(baseUrl: string, { method, path, body }: SampleCall): string {
  const start = `curl -sS "${baseUrl}${path}" \\\n  -H "Authorization: Bearer $RISITI_KEY"`
  if (method === 'GET' || body === undefined) return start
  return `${start} \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-1001" \\
  -d '${indented(body, 2)}'`
}

function javaScript(baseUrl: string, { method, path, body }: SampleCall): string {
  const key = ['Authorization: `Bearer ${', 'process.env.RISITI_KEY}`'].join('')
  const ask =
    body === undefined
      ? `  headers: { ${key} },`
      : `  method: '${method}',
  headers: {
    ${key},
    'Content-Type': 'application/json',
    'Idempotency-Key': 'order-1001',
  },
  body: JSON.stringify(${indented(body, 2)}),`
  return `const response = await fetch('${baseUrl}${path}', {
${ask}
})
const answer = await response.json()
if (!response.ok) throw new Error(answer.code)
console.log(answer)`
}

function php(baseUrl: string, { path, body }: SampleCall): string {
  const post =
    body === undefined
      ? ''
      : `
    CURLOPT_POSTFIELDS => json_encode(${literal(body, 'php', 2)}),`
  const headers =
    body === undefined
      ? ''
      : `
        'Content-Type: application/json',
        'Idempotency-Key: order-1001',`
  return `<?php
$call = curl_init('${baseUrl}${path}');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('RISITI_KEY'),${headers}
    ],${post}
]);
$answer = json_decode(curl_exec($call), true);
print_r($answer);`
}

function python(baseUrl: string, { method, path, body }: SampleCall): string {
  const headers =
    body === undefined
      ? ''
      : `
        'Content-Type': 'application/json',
        'Idempotency-Key': 'order-1001',`
  const data = body === undefined ? '' : `\n    data=json.dumps(${literal(body, 'python', 2)}).encode(),`
  return `import json, os, urllib.request

request = urllib.request.Request(
    '${baseUrl}${path}',
    method='${method}',
    headers={
        'Authorization': 'Bearer ' + os.environ['RISITI_KEY'],${headers}
    },${data}
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`
}

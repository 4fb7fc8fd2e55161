import { EXAMPLE_ID } from '#contract/public-api/public-endpoint.ts'
import type { ApiCall } from './described-calls.ts'

/** Languages in which each call is shown. */
export const SAMPLE_LANGUAGES = ['curl', 'JavaScript', 'PHP', 'Python'] as const
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]

/** A call as a sample makes it; `path` with its ids filled in, `body` only of a POST. */
export type SampleCall = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
  /** The answer is a file of this name. */
  readonly file?: string | undefined
}

/** What a program does with the client for TypeScript. */
export const CLIENT_SAMPLE = `import { RisitiClient, RisitiError } from './risiti-client.ts'

const risiti = new RisitiClient({ key: process.env.RISITI_KEY })
try {
  const invoice = await risiti.call('invoices.create', {
    externalReference: 'order-1001',
    submit: true,
    items: [{ productName: 'Sukari 1 kg', quantity: 2, unitPrice: 3000, taxType: 'standard' }],
  })
  console.log(invoice.receipt?.rctvnum)
} catch (error) {
  if (error instanceof RisitiError) console.error(error.code, error.fields)
}`

/** The call with the values that its description gives as an example. */
export function sampleCallOf(call: ApiCall): SampleCall {
  const { operationId: name, method, path, parameters, requestBody, responses } = call
  const query = new URLSearchParams(
    parameters.flatMap(({ name: field, in: place, example }) => {
      return place === 'query' && example !== undefined ? [[field, example]] : []
    }),
  ).toString()
  const isFile = Object.values(responses).some(({ content }) => content?.['application/pdf'] !== undefined)
  return {
    ...{ name, method },
    path: path.replaceAll(/\{\w+\}/g, EXAMPLE_ID) + (query === '' ? '' : `?${query}`),
    body: requestBody && (requestBody.content['application/json'].example ?? {}),
    file: isFile ? path.split('/').at(-1) : undefined,
  }
}

/** The key of a sample: another one for each call, because each is another piece of work. */
function keyOf({ name }: SampleCall): string {
  return `${name}-1001`
}

const indented = (value: object, spaces: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** A text as JavaScript, PHP and Python all write it. */
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

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
      ([name, item]) => `${pad}${quoted(name)}${arrow}${literal(item, style, depth + 1)},\n`,
    )
    if (entries.length === 0) return style === 'php' ? 'new stdClass()' : '{}'
    return `${open}\n${entries.join('')}${close}${end}`
  }
  if (typeof value === 'string') return quoted(value)
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

function curl(baseUrl: string, call: SampleCall): string {
  const { path, body, file } = call
  const save = file === undefined ? '' : ` \\\n  -o ${file}`
  const start = `curl -sS "${baseUrl}${path}" \\\n  -H "Authorization: Bearer $RISITI_KEY"${save}`
  if (body === undefined) return start
  return `${start} \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: ${keyOf(call)}" \\
  -d '${indented(body, 2).replaceAll("'", `'\\''`)}'`
}

function javaScript(baseUrl: string, call: SampleCall): string {
  const { method, path, body, file } = call
  const key = ['Authorization: `Bearer ${', 'process.env.RISITI_KEY}`'].join('')
  const ask =
    body === undefined
      ? `  headers: { ${key} },`
      : `  method: '${method}',
  headers: {
    ${key},
    'Content-Type': 'application/json',
    'Idempotency-Key': ${quoted(keyOf(call))},
  },
  body: JSON.stringify(${indented(body, 2)}),`
  const start = `const response = await fetch('${baseUrl}${path}', {
${ask}
})`
  if (file !== undefined) {
    return `import { writeFile } from 'node:fs/promises'

${start}
if (!response.ok) throw new Error((await response.json()).code)
await writeFile('${file}', Buffer.from(await response.arrayBuffer()))`
  }
  return `${start}
const answer = await response.json()
if (!response.ok) throw new Error(answer.code)
console.log(answer)`
}

function php(baseUrl: string, call: SampleCall): string {
  const { path, body, file } = call
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
        ${quoted(`Idempotency-Key: ${keyOf(call)}`)},`
  const end =
    file === undefined
      ? `$answer = json_decode(curl_exec($call), true);
print_r($answer);`
      : `file_put_contents('${file}', curl_exec($call));`
  return `<?php
$call = curl_init('${baseUrl}${path}');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('RISITI_KEY'),${headers}
    ],${post}
]);
${end}`
}

function python(baseUrl: string, call: SampleCall): string {
  const { method, path, body, file } = call
  const headers =
    body === undefined
      ? ''
      : `
        'Content-Type': 'application/json',
        'Idempotency-Key': ${quoted(keyOf(call))},`
  const data = body === undefined ? '' : `\n    data=json.dumps(${literal(body, 'python', 2)}).encode(),`
  const end =
    file === undefined
      ? '    print(json.load(response))'
      : `    with open('${file}', 'wb') as file:
        file.write(response.read())`
  return `import json, os, urllib.request

request = urllib.request.Request(
    '${baseUrl}${path}',
    method='${method}',
    headers={
        'Authorization': 'Bearer ' + os.environ['RISITI_KEY'],${headers}
    },${data}
)
with urllib.request.urlopen(request) as response:
${end}`
}

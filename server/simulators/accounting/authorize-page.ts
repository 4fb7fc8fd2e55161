import type { SimulatorAnswer } from './serve-simulator.ts'

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

export function redirectTo(address: string, values: Readonly<Record<string, string>>): SimulatorAnswer {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return { status: 303, headers: { location: url.href }, body: '' }
}

/** The page where a person chooses an organization and allows or denies the access. */
export function authorizePage(
  service: string,
  organizations: readonly { readonly id: string; readonly name: string }[],
  query: URLSearchParams,
): SimulatorAnswer {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('')
  const options = organizations
    .map(({ id, name }) => `<option value="${escaped(id)}">${escaped(name)}</option>`)
    .join('')
  return {
    status: 200,
    headers: { 'referrer-policy': 'no-referrer' },
    body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${service}</title>
<body style="font:16px sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem">
<h1>${service} (simulator)</h1><p>Risiti wants to see and change invoices, payments and contacts.</p>
<form method="get" action="/authorize/decide">${hidden}
<p><label>Organization <select name="organization">${options}</select></label></p>
<p><button name="choice" value="allow">Allow access</button> <button name="choice" value="deny">Deny</button></p>
</form></body></html>`,
  }
}

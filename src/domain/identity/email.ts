const LOCAL = /^[^\s@"(),:;<>[\\\]]{1,64}$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/**
 * Whether a text can be an e-mail address: a name, one `@`, a host of two labels or more whose last one is not a
 * number, 254 characters at most. Whether the address exists is not checked.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const [local, host, ...more] = text.split('@')
  if (local === undefined || host === undefined || more.length > 0) return false
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /^[a-z][a-z0-9-]+$/i.test(last)
}

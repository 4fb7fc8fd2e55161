/**
 * The name of an account on this device: a hash of company and user. One person who works for two companies has two
 * databases, and the browser's storage list shows neither name. Twenty hexadecimal digits.
 */
export async function accountId(companyId: string | null, userId: string): Promise<string> {
  const text = new TextEncoder().encode(`${companyId ?? 'no company'}\n${userId}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return Array.from(digest.subarray(0, 10), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

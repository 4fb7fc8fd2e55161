import { findMeta } from '#data/meta.ts'
import type { Account } from './account.ts'

/** The signature of this device over a text, in base64url; `undefined` where the browser has no key. */
export async function signAsDevice(account: Account, text: string): Promise<string | undefined> {
  const key = await findMeta(account.db, 'device-key')
  if (!key) return undefined
  const bytes = new TextEncoder().encode(text)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, bytes)
  return base64url(new Uint8Array(signature))
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

import { type NetworkConnection, readConnection } from '#domain/files/may-upload.ts'

/**
 * What the browser reports about the connection now (Network Information API: Chromium, and the type on phones only).
 */
export function deviceConnection(): NetworkConnection {
  return readConnection(
    'connection' in navigator ? (navigator.connection as NetworkInformationLike | undefined) : undefined,
  )
}

/** No type library has it. */
type NetworkInformationLike = { readonly type?: string; readonly saveData?: boolean }

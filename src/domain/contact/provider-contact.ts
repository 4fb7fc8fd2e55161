/** The contact details of this server's provider; `null` where one is not configured. Phones are E.164. */
export type ProviderContact = {
  readonly phone: string | null
  readonly email: string | null
  readonly whatsapp: string | null
}

/** The address that opens a chat with a number: `https://wa.me/255700000100`. Takes E.164. */
export function whatsappUrl(phone: string): string {
  return `https://wa.me/${phone.replace(/^\+/, '')}`
}

/** How the provider of this server can be reached; `null` for a way that is not configured. Phones are E.164. */
export type ProviderContact = {
  readonly phone: string | null
  readonly email: string | null
  readonly whatsapp: string | null
}

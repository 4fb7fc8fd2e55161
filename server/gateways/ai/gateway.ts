/** What a provider gets: how to answer, and the facts as JSON. The facts are data, never instructions. */
export type AiRequest = { readonly instructions: string; readonly facts: string }

/** `later`: it is busy or broken. `refused`: it will not answer this request. `unasked`: it was not asked. */
export type AiOutcome = (
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'later' | 'refused' | 'unasked'; readonly reason: string }
) & {
  /** What all attempts cost, as the provider counts it, or at most; absent: nothing. */
  readonly tokens?: number
}

/** A provider that words facts. */
export type AiGateway = {
  /** Who gets the figures, as the consent dialog names it. */
  readonly provider: { readonly name: string; readonly country: string }
  readonly model: string
  /** How many requests of a day this server pays for, those of all companies together. */
  readonly dailyMax: number
  /** How many tokens of a day. The requests under way when they are used up are paid for as well. */
  readonly dailyTokens: number
  readonly ask: (request: AiRequest) => Promise<AiOutcome>
}

/** How a provider is reached: any that speaks the chat completions of OpenAI. */
export type AiConfig = {
  readonly baseUrl: string
  readonly key: string
  readonly model: string
  readonly name: string
  readonly country: string
  readonly dailyMax: number
  readonly dailyTokens: number
}

/** What a provider gets: how to answer, and the facts as JSON. The facts are data, never instructions. */
export type AiRequest = { readonly instructions: string; readonly facts: string }

/** `later`: it is busy or broken. `refused`: it will not answer this request. */
export type AiOutcome =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'later' | 'refused'; readonly reason: string }

/** A provider that words facts. */
export type AiGateway = {
  /** Who gets the figures, as the consent dialog names it. */
  readonly provider: { readonly name: string; readonly country: string }
  readonly model: string
  readonly ask: (request: AiRequest) => Promise<AiOutcome>
}

/** How a provider is reached: any that speaks the chat completions of OpenAI. */
export type AiConfig = {
  readonly baseUrl: string
  readonly key: string
  readonly model: string
  readonly name: string
  readonly country: string
}

import { html } from './html.ts'

/** Stands on everything a person could take for the real thing. */
export const SIMULATION_MARK = html`<p class="mark">SIMULATION - NOT A FISCAL RECEIPT<small lang="sw">MAJARIBIO - HII SI RISITI YA EFD</small></p>`

/** The form before the app knows the language; as in the catalogues, which a test compares. */
export const BOTH_LANGUAGES = {
  logIn: 'Ingia / Log in',
  username: 'Jina la mtumiaji / Username',
  password: 'Nenosiri / Password',
  forgotten: 'Umesahau nenosiri? / Forgot password?',
} as const

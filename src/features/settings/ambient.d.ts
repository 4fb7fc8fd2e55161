/** Version of the app, from package.json; inserted by the build. */
declare const RISITI_VERSION: string

/** Version of the app, from package.json; put in by the build. */
declare const RISITI_VERSION: string

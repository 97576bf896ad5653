/** The form of ids that the server generates and accepts: visible ASCII. Source: fixtures.schema.json. */
export const ID = /^[!-~]{1,255}$/;

/**
 * A self-signed certificate for hooks.receipts.example and 127.0.0.1, and its key, valid for 100 years. The key protects
 * nothing; it is included so that the tests do not need openssl. Made by
 *
 *     openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out cert.pem -days 36500 \
 *       -subj /CN=hooks.receipts.example -addext subjectAltName=DNS:hooks.receipts.example,IP:127.0.0.1
 */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2OzyC7MAg54BkARW
PnHdsQwvyXNF0O8T5EI/Qr9I+AuhRANCAAQ3yBUPFzC75iVW5VOXoBg4d0Zah151
+R+Hfm7tZmFRRfP4gDSCVHfsbTlOjF/7mPoDp2aQiFCpBD4fMdkhaEev
-----END PRIVATE KEY-----
`;

export const cert = `-----BEGIN CERTIFICATE-----
MIIBwjCCAWigAwIBAgIUczmWEfGDcaRSGb0YjXFILl2I/KswCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWaG9va3MucmVjZWlwdHMuZXhhbXBsZTAgFw0yNjExMjExMzAy
MzNaGA8yMTI2MTAyODEzMDIzM1owITEfMB0GA1UEAwwWaG9va3MucmVjZWlwdHMu
ZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDfIFQ8XMLvmJVblU5eg
GDh3RlqHXnX5H4d+bu1mYVFF8/iANIJUd+xtOU6MX/uY+gOnZpCIUKkEPh8x2SFo
R6+jfDB6MB0GA1UdDgQWBBQewoR7JJPk6oSAx36FLLFPYEqRAjAfBgNVHSMEGDAW
gBQewoR7JJPk6oSAx36FLLFPYEqRAjAPBgNVHRMBAf8EBTADAQH/MCcGA1UdEQQg
MB6CFmhvb2tzLnJlY2VpcHRzLmV4YW1wbGWHBH8AAAEwCgYIKoZIzj0EAwIDSAAw
RQIhAO3IL5xu1tfo4XMk3NE6fTs9VrgMHmkHgwFSiVsCKnLGAiA8u13O3e9EzLp7
HUmUfvWOy1vLJgIvWfMlsb1dlGlnOg==
-----END CERTIFICATE-----
`;

// A webhook receiver that needs only Go's standard library: WEBHOOK_SECRET=… PORT=… go run examples/receive-webhooks.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance = 300         // seconds
	maxBody   = 1024 * 1024 // bytes
)

var (
	secret = []byte(os.Getenv("WEBHOOK_SECRET"))
	digits = regexp.MustCompile(`^[0-9]{1,12}$`)
	hexes  = regexp.MustCompile(`^[0-9A-Fa-f]{1,128}$`)
	// In production, use a table, and store the event there before you process it.
	seen sync.Map
)

// verify returns an error unless a delivery is authentic and recent.
func verify(body []byte, header string) error {
	fields := map[string][]string{}
	for _, part := range strings.Split(header, ",") {
		key, value, _ := strings.Cut(part, "=")
		fields[key] = append(fields[key], value)
	}
	t, nonce, signatures := fields["t"], fields["nonce"], fields["v1"]
	if len(t) != 1 || len(nonce) != 1 || len(signatures) == 0 || len(signatures) > 8 ||
		!digits.MatchString(t[0]) || !hexes.MatchString(nonce[0]) {
		return errors.New("malformed_signature")
	}
	// The signature covers the bytes as received: parse them afterwards.
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(t[0] + "." + nonce[0] + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	matches := false
	for _, signature := range signatures {
		matches = hmac.Equal(expected, []byte(signature)) || matches
	}
	if !matches {
		return errors.New("signature_mismatch")
	}
	signed, _ := strconv.ParseInt(t[0], 10, 64)
	if age := time.Now().Unix() - signed; age > tolerance || age < -tolerance {
		return errors.New("timestamp_out_of_tolerance")
	}
	return nil
}

func receive(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		response.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBody))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	var event struct{ Type, EventID, BusinessID string }
	if err = verify(body, request.Header.Get("Service-Signature")); err == nil {
		err = json.Unmarshal(body, &event)
	}
	if err != nil {
		fmt.Println("refused:", err)
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	// A retry has a new nonce, but the same eventId.
	if _, handled := seen.LoadOrStore(event.EventID, true); !handled {
		fmt.Println(event.Type, event.EventID, event.BusinessID)
	}
}

func main() {
	if len(secret) == 0 {
		log.Fatal("Set WEBHOOK_SECRET to the endpoint's signing secret.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8788"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("receiving on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}

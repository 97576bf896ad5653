import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks the signature vectors with Java's javax.crypto.Mac; runs as a single file. See check-signatures.sh. */
public class Check {
    public static void main(String[] arguments) throws Exception {
        List<?> vectors = (List<?>) new Json(Files.readString(Path.of(arguments[0]), StandardCharsets.UTF_8)).value();
        Object plain = ((Map<?, ?>) vectors.get(0)).get("body");
        int judged = 0, made = 0, wrong = 0;
        for (Object entry : vectors) {
            Map<?, ?> vector = (Map<?, ?>) entry;
            String expected = (String) vector.get("expect");
            if (expected.equals("missing_signature") || expected.equals("malformed_signature")) continue;
            Map<String, String> fields = new HashMap<>();
            List<String> sent = new ArrayList<>();
            for (String pair : ((String) vector.get("header")).split(",")) {
                String[] sides = pair.split("=", 2);
                fields.put(sides[0], sides[1]);
                if (sides[0].equals("v1")) sent.add(sides[1]);
            }
            Map<?, ?> body = (Map<?, ?>) (vector.containsKey("body") ? vector.get("body") : plain);
            boolean matches = false;
            for (Object secret : (List<?>) vector.get("secrets")) {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(((String) secret).getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
                mac.update((fields.get("t") + "." + fields.get("nonce") + ".").getBytes(StandardCharsets.UTF_8));
                matches |= sent.contains(HexFormat.of().formatHex(mac.doFinal(body(body))));
                made++;
            }
            judged++;
            if (matches != !expected.equals("signature_mismatch")) {
                wrong++;
                System.err.println("wrong: " + vector.get("name"));
            }
        }
        System.out.println(judged + " " + made + " " + wrong);
    }

    private static byte[] body(Map<?, ?> body) {
        if (body.containsKey("hex")) return HexFormat.of().parseHex((String) body.get("hex"));
        if (body.containsKey("text")) return ((String) body.get("text")).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Object part : (List<?>) body.get("parts")) {
            Map<?, ?> given = (Map<?, ?>) part;
            String text = ((String) given.get("text")).repeat(((Long) given.get("times")).intValue());
            bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** Parses as much JSON as the file needs, because Java has no JSON parser. */
    private static final class Json {
        private final String text;
        private int at = 0;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            skip();
            char c = text.charAt(at);
            if (c == '{') return object();
            if (c == '[') return array();
            if (c == '"') return string();
            int start = at;
            while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            return switch (word) {
                case "null" -> null;
                case "true" -> true;
                case "false" -> false;
                default -> Long.valueOf(word);
            };
        }

        private Map<String, Object> object() {
            Map<String, Object> found = new LinkedHashMap<>();
            at++;
            for (skip(); text.charAt(at) != '}'; skip()) {
                if (text.charAt(at) == ',') at++;
                skip();
                String key = string();
                skip();
                at++;
                found.put(key, value());
            }
            at++;
            return found;
        }

        private List<Object> array() {
            List<Object> found = new ArrayList<>();
            at++;
            for (skip(); text.charAt(at) != ']'; skip()) {
                if (text.charAt(at) == ',') at++;
                found.add(value());
            }
            at++;
            return found;
        }

        private String string() {
            StringBuilder found = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                if (c != '\\') {
                    found.append(c);
                    continue;
                }
                char escape = text.charAt(++at);
                switch (escape) {
                    case 'n' -> found.append('\n');
                    case 'r' -> found.append('\r');
                    case 't' -> found.append('\t');
                    case 'b' -> found.append('\b');
                    case 'f' -> found.append('\f');
                    case 'u' -> {
                        found.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                        at += 4;
                    }
                    default -> found.append(escape);
                }
            }
            at++;
            return found.toString();
        }

        private void skip() {
            while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) at++;
        }
    }
}

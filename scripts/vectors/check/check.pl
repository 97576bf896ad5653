# Checks the signature vectors with Perl's Digest::SHA. See check-signatures.sh.
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256_hex);
use Encode qw(encode);
use JSON::PP;

sub body_of {
    my ($body) = @_;
    return pack('H*', $body->{hex}) if exists $body->{hex};
    my $parts = $body->{parts} // [{text => $body->{text}, times => 1}];
    return join '', map { encode('UTF-8', $_->{text}) x $_->{times} } @$parts;
}

open my $file, '<:raw', $ARGV[0] or die "$ARGV[0]: $!";
my $vectors = JSON::PP->new->utf8->decode(do { local $/; <$file> });

my ($judged, $made, $wrong) = (0, 0, 0);
for my $vector (@$vectors) {
    next if $vector->{expect} =~ /^(?:missing|malformed)_signature$/;
    my @pairs = map { [split /=/, $_, 2] } split /,/, $vector->{header};
    my %fields = map { $_->[0] => $_->[1] } @pairs;
    my $message = "$fields{t}.$fields{nonce}." . body_of($vector->{body} // $vectors->[0]{body});
    my %sent = map { $_->[1] => 1 } grep { $_->[0] eq 'v1' } @pairs;
    my $matches = grep { $sent{hmac_sha256_hex($message, encode('UTF-8', $_))} } @{$vector->{secrets}};
    $judged++;
    $made += @{$vector->{secrets}};
    next if !!$matches == ($vector->{expect} ne 'signature_mismatch');
    $wrong++;
    print STDERR 'wrong: ', encode('UTF-8', $vector->{name}), "\n";
}
print "$judged $made $wrong\n";
